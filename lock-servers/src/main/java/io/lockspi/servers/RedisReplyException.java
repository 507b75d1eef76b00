package io.lockspi.servers;

/** Redis answered with an error; the message is Redis's own, its code first. */
public final class RedisReplyException extends RuntimeException {

    private static final long serialVersionUID = 1;

    RedisReplyException(String message) {
        super(message);
    }

    /** Returns the first word of the error, such as {@code WRONGTYPE}. */
    public String code() {
        return String.valueOf(getMessage()).split(" ", 2)[0];
    }
}
