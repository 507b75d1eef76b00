package io.lockspi.tck.fault;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Collects the bytes of one stream and hands out whole messages. For one thread. */
final class FrameBuffer {

    private static final int READ_SIZE = 16 << 10;

    private final Framer framing;
    private byte[] bytes = new byte[READ_SIZE];
    private int start;
    private int end;

    FrameBuffer(Framer framing) {
        this.framing = framing;
    }

    /** Reads once; false at the end of the stream. */
    boolean fill(InputStream in) throws IOException {
        makeRoom();
        int count = in.read(bytes, end, bytes.length - end);
        end += Math.max(0, count);
        return count >= 0;
    }

    /** The next whole message, or null when more bytes are needed. */
    byte @Nullable [] next() {
        if (start == end) {
            return null;
        }
        int length = framing.frameLength(bytes, start, end - start);
        return length < 0 ? null : take(length);
    }

    /** What is left of an unfinished message, or null if nothing is. */
    byte @Nullable [] rest() {
        return start == end ? null : take(end - start);
    }

    private byte[] take(int length) {
        byte[] message = Arrays.copyOfRange(bytes, start, start + length);
        start += length;
        return message;
    }

    private void makeRoom() {
        int used = end - start;
        byte[] target = bytes.length - used >= READ_SIZE / 2 ? bytes : new byte[bytes.length * 2];
        System.arraycopy(bytes, start, target, 0, used);
        bytes = target;
        start = 0;
        end = used;
    }
}
