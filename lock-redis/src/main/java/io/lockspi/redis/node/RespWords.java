package io.lockspi.redis.node;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.redisson.client.protocol.CommandData;

/** A request as Redis reads it, put together in a buffer that is used again for the next one. Not thread-safe. */
final class RespWords {
    private static final int USUAL_SIZE = 512;
    /** A batch of renewals needs half of it; what a request of unusual size needed is not kept. */
    private static final int LARGEST_KEPT = 64 * 1024;

    private static final int NOT_ASCII = 0x80;

    private byte[] bytes = new byte[USUAL_SIZE];
    private int size;

    /** Puts a whole request together. */
    void request(CommandData<?, ?> request) {
        if (request instanceof ScriptCommand script) {
            script.write(this);
            return;
        }
        String option = request.getCommand().getSubName();
        Object[] arguments = request.getParams();
        begin(1 + (option == null ? 0 : 1) + arguments.length);
        word(request.getCommand().getName());
        if (option != null) {
            word(option);
        }
        for (Object argument : arguments) {
            word(argument.toString());
        }
    }

    /** Begins a request of so many words. */
    RespWords begin(int words) {
        if (bytes.length > LARGEST_KEPT) {
            bytes = new byte[USUAL_SIZE];
        }
        size = 0;
        return head('*', words);
    }

    /** Adds a word. */
    RespWords word(String word) {
        int before = size;
        int length = word.length();
        head('$', length);
        reserve(length + 2);
        for (int i = 0; i < length; i++) {
            char letter = word.charAt(i);
            if (letter >= NOT_ASCII) {
                size = before;
                return word(word.getBytes(StandardCharsets.UTF_8));
            }
            bytes[size++] = (byte) letter;
        }
        return endOfLine();
    }

    private RespWords word(byte[] word) {
        head('$', word.length);
        reserve(word.length + 2);
        System.arraycopy(word, 0, bytes, size, word.length);
        size += word.length;
        return endOfLine();
    }

    /** How long the request is by now, in bytes. */
    int size() {
        return size;
    }

    /** The request, from the first byte on; good until the next word. */
    byte[] bytes() {
        return bytes;
    }

    private RespWords head(char kind, int number) {
        String digits = Integer.toString(number);
        reserve(digits.length() + 3);
        bytes[size++] = (byte) kind;
        for (int i = 0; i < digits.length(); i++) {
            bytes[size++] = (byte) digits.charAt(i);
        }
        return endOfLine();
    }

    private RespWords endOfLine() {
        bytes[size++] = '\r';
        bytes[size++] = '\n';
        return this;
    }

    private void reserve(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
        }
    }
}
