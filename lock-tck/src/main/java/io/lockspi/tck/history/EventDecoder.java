package io.lockspi.tck.history;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads what an {@link EventEncoder} wrote. Not thread-safe. */
final class EventDecoder {
    private final ByteBuffer in;
    private final List<String> names = new ArrayList<>();
    private long lastNanos;

    EventDecoder(byte[] bytes) {
        in = ByteBuffer.wrap(bytes);
    }

    /** Reads what all files of this format begin with; false if this one does not. */
    boolean magic() {
        byte[] magic = EventEncoder.MAGIC;
        if (in.remaining() < magic.length) {
            return false;
        }
        byte[] found = new byte[magic.length];
        in.get(found);
        return java.util.Arrays.equals(found, magic);
    }

    int position() {
        return in.position();
    }

    /**
     * Moves to the body of the next record.
     *
     * @return its end; -1 if the rest is empty or what a writer that died in the middle leaves behind
     * @throws HistoryFormatException if the record is damaged and not the last one
     */
    int next() {
        int start = in.position();
        long length;
        try {
            length = number();
        } catch (BufferUnderflowException torn) {
            in.position(start);
            return -1;
        }
        if (length < 0 || length > EventEncoder.LONGEST_BODY) {
            throw damaged(start);
        }
        int body = in.position();
        long after = body + length + Short.BYTES;
        if (after > in.limit()) {
            in.position(start);
            return -1;
        }
        int end = body + (int) length;
        if (in.getShort(end) != EventEncoder.check(in.array(), body, (int) length)) {
            if (after < in.limit()) {
                throw damaged(start);
            }
            in.position(start);
            return -1;
        }
        return end;
    }

    private static HistoryFormatException damaged(int at) {
        return new HistoryFormatException("damaged at byte " + at + ": what follows cannot be trusted");
    }

    Event event(int end) {
        int start = in.position();
        try {
            EventKind kind = EventKind.of(Byte.toUnsignedInt(in.get()));
            int flags = in.get();
            long nanos = lastNanos + number();
            int process = (int) number();
            int thread = (int) number();
            long operation = number();
            String lock = has(flags, EventEncoder.HAS_LOCK) ? name() : "";
            long token = has(flags, EventEncoder.HAS_TOKEN) ? number() : 0;
            long claim = has(flags, EventEncoder.HAS_CLAIM) ? in.getLong() : 0;
            long value = has(flags, EventEncoder.HAS_VALUE) ? nanos + number() : 0;
            String note = has(flags, EventEncoder.HAS_NOTE) ? text() : "";
            lastNanos = nanos;
            done(end);
            return new Event(nanos, process, thread, operation, kind, lock, token, claim, value, note);
        } catch (BufferUnderflowException | IndexOutOfBoundsException nonsense) {
            throw damaged(start);
        }
    }

    private static boolean has(int flags, int flag) {
        return (flags & flag) != 0;
    }

    /** Leaves the record, over its check. */
    void done(int end) {
        in.position(end + Short.BYTES);
    }

    private String name() {
        int number = (int) number();
        if (number == names.size()) {
            names.add(text());
        }
        return names.get(number);
    }

    String text() {
        byte[] bytes = new byte[Math.min((int) number(), in.remaining())];
        in.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private long number() {
        long coded = 0;
        int shift = 0;
        byte next;
        do {
            next = in.get();
            coded |= (long) (next & 0x7f) << shift;
            shift += 7;
        } while (next < 0 && shift < 70);
        return (coded >>> 1) ^ -(coded & 1);
    }
}
