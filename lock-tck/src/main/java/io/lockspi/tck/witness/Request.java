package io.lockspi.tck.witness;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What a client asks the witness: length, verb, three numbers and the lock's name. Each request has one answer: a byte, 1
 * for yes, and a number.
 */
record Request(Verb verb, long operation, long token, long value, String lock) {
    enum Verb {
        /** Who this connection is: operation is the process, token the thread. */
        HELLO(0),
        ENTER(1),
        EXIT(2),
        RAISE(3),
        FENCED_WRITE(4),
        RAW_READ(5),
        RAW_WRITE(6);

        private final int code;

        Verb(int code) {
            this.code = code;
        }

        static Verb of(int code) {
            for (Verb verb : VERBS) {
                if (verb.code == code) {
                    return verb;
                }
            }
            throw new IllegalArgumentException("the verb " + code);
        }
    }

    static final int ANSWER_BYTES = 9;
    static final int LONGEST = 8_192;

    private static final int FIXED_BYTES = 1 + 3 * Long.BYTES;
    private static final Verb[] VERBS = Verb.values();

    byte[] encode() {
        byte[] name = lock.getBytes(StandardCharsets.UTF_8);
        int length = FIXED_BYTES + name.length;
        if (length + Short.BYTES > LONGEST) {
            throw new IllegalArgumentException(
                    "the lock's name is too long for the witness: " + name.length + " bytes");
        }
        return ByteBuffer.allocate(Short.BYTES + length)
                .putShort((short) length)
                .put((byte) verb.code)
                .putLong(operation)
                .putLong(token)
                .putLong(value)
                .put(name)
                .array();
    }

    /**
     * Takes the next request out of a buffer; null if it is not complete.
     *
     * @throws IllegalArgumentException if this is no request
     */
    static @Nullable Request decode(ByteBuffer in) {
        if (in.remaining() < Short.BYTES) {
            return null;
        }
        int length = in.getShort(in.position());
        if (length < FIXED_BYTES || length + Short.BYTES > LONGEST) {
            throw new IllegalArgumentException("a request of " + length + " bytes");
        }
        if (in.remaining() < Short.BYTES + length) {
            return null;
        }
        in.getShort();
        Verb verb = Verb.of(in.get());
        long operation = in.getLong();
        long token = in.getLong();
        long value = in.getLong();
        byte[] name = new byte[length - FIXED_BYTES];
        in.get(name);
        return new Request(verb, operation, token, value, new String(name, StandardCharsets.UTF_8));
    }
}
