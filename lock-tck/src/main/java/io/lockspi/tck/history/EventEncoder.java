package io.lockspi.tck.history;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Turns events into bytes: length, body, check. What is the same as before or absent takes no space. Not thread-safe.
 *
 * @see EventDecoder
 */
final class EventEncoder {
    static final byte[] MAGIC = "lockspi history 1\n".getBytes(StandardCharsets.US_ASCII);
    static final int LONGEST_BODY = 16_384;
    static final int HAS_LOCK = 1;
    static final int HAS_TOKEN = 2;
    static final int HAS_CLAIM = 4;
    static final int HAS_VALUE = 8;
    static final int HAS_NOTE = 16;

    private static final int LONGEST_TEXT = 4_096;

    private final ByteBuffer body = ByteBuffer.allocate(LONGEST_BODY);
    private final ByteBuffer framed = ByteBuffer.allocate(LONGEST_BODY + 8);
    private final Map<String, Integer> names = new HashMap<>();
    private long lastNanos;

    byte[] header(String runId, String source) {
        body.clear();
        text(body, runId);
        text(body, source);
        byte[] rest = frame();
        byte[] all = Arrays.copyOf(MAGIC, MAGIC.length + rest.length);
        System.arraycopy(rest, 0, all, MAGIC.length, rest.length);
        return all;
    }

    byte[] event(Event event) {
        body.clear();
        body.put((byte) event.kind().code());
        body.put((byte) flags(event));
        number(body, event.nanos() - lastNanos);
        number(body, event.process());
        number(body, event.thread());
        number(body, event.operation());
        if (!event.lock().isEmpty()) {
            name(event.lock());
        }
        if (event.token() != 0) {
            number(body, event.token());
        }
        if (event.claim() != 0) {
            body.putLong(event.claim());
        }
        if (event.value() != 0) {
            number(body, event.value() - event.nanos());
        }
        if (!event.note().isEmpty()) {
            text(body, event.note());
        }
        lastNanos = event.nanos();
        return frame();
    }

    private static int flags(Event event) {
        return (event.lock().isEmpty() ? 0 : HAS_LOCK)
                | (event.token() == 0 ? 0 : HAS_TOKEN)
                | (event.claim() == 0 ? 0 : HAS_CLAIM)
                | (event.value() == 0 ? 0 : HAS_VALUE)
                | (event.note().isEmpty() ? 0 : HAS_NOTE);
    }

    /** A name is spelled out once; after that its number is enough. */
    private void name(String name) {
        Integer known = names.get(name);
        if (known == null) {
            names.put(name, names.size());
            number(body, names.size() - 1L);
            text(body, name);
        } else {
            number(body, known);
        }
    }

    private byte[] frame() {
        body.flip();
        framed.clear();
        number(framed, body.remaining());
        framed.put(body.array(), 0, body.limit());
        framed.putShort(check(body.array(), 0, body.limit()));
        return Arrays.copyOf(framed.array(), framed.position());
    }

    static short check(byte[] bytes, int from, int length) {
        java.util.zip.CRC32C sum = new java.util.zip.CRC32C();
        sum.update(bytes, from, length);
        return (short) sum.getValue();
    }

    /** Seven bits a byte, the sign in the lowest bit, so that small numbers of either sign are short. */
    private static void number(ByteBuffer to, long value) {
        long rest = (value << 1) ^ (value >> 63);
        while ((rest & ~0x7fL) != 0) {
            to.put((byte) ((rest & 0x7f) | 0x80));
            rest >>>= 7;
        }
        to.put((byte) rest);
    }

    private static void text(ByteBuffer to, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, LONGEST_TEXT);
        number(to, length);
        to.put(bytes, 0, length);
    }
}
