package io.lockspi.tck.fault;

/** RESP2 and RESP3 values; a line that begins with no known type is an inline command. */
final class RespFramer implements Framer {

    private static final int INCOMPLETE = -1;

    @Override
    public int frameLength(byte[] buffer, int offset, int length) {
        int end = endOfValue(buffer, offset, offset + length);
        return end == INCOMPLETE ? INCOMPLETE : end - offset;
    }

    @Override
    public boolean isAnswer(byte[] reply) {
        return reply[0] != '>';
    }

    private static int endOfValue(byte[] buffer, int at, int limit) {
        int lineEnd = endOfLine(buffer, at, limit);
        if (lineEnd == INCOMPLETE) {
            return INCOMPLETE;
        }
        long count = number(buffer, at + 1, lineEnd - 2);
        return switch (buffer[at]) {
            case '$', '!', '=' -> endOfBulk(lineEnd, count, limit);
            case '*', '~', '>' -> endOfValues(buffer, lineEnd, count, limit);
            case '%' -> endOfValues(buffer, lineEnd, 2 * count, limit);
            // An attribute precedes the value that it describes.
            case '|' -> endOfValues(buffer, lineEnd, 2 * Math.max(0, count) + 1, limit);
            default -> lineEnd;
        };
    }

    private static int endOfBulk(int lineEnd, long size, int limit) {
        if (size < 0) {
            return lineEnd;
        }
        long end = lineEnd + size + 2;
        return end <= limit ? (int) end : INCOMPLETE;
    }

    private static int endOfValues(byte[] buffer, int from, long count, int limit) {
        int at = from;
        for (long i = 0; i < count && at != INCOMPLETE; i++) {
            at = at < limit ? endOfValue(buffer, at, limit) : INCOMPLETE;
        }
        return at;
    }

    /** The index after the line's CR LF. */
    private static int endOfLine(byte[] buffer, int from, int limit) {
        for (int i = from; i < limit - 1; i++) {
            if (buffer[i] == '\r' && buffer[i + 1] == '\n') {
                return i + 2;
            }
        }
        return INCOMPLETE;
    }

    /** The decimal number in a header; -1 (as for a null value) when there is none, so that it frames as a line. */
    private static long number(byte[] buffer, int from, int to) {
        if (from >= to || to - from > 10) {
            return -1;
        }
        long value = 0;
        for (int i = from; i < to; i++) {
            int digit = buffer[i] - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            value = value * 10 + digit;
        }
        return value;
    }

    @Override
    public String toString() {
        return "RESP";
    }
}
