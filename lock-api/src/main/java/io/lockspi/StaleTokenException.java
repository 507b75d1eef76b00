package io.lockspi;

/** A guarded resource has seen a higher token: the caller's claim is over, and its write was refused. */
public class StaleTokenException extends LockException {
    private static final long serialVersionUID = 1L;

    /** The token that was refused. */
    private final long token;
    /** The highest token that the resource has seen. */
    private final long highest;

    /**
     * Makes an exception.
     *
     * @param resource the resource's name
     * @param token the token that was refused
     * @param highest the highest token that the resource has seen
     */
    public StaleTokenException(String resource, long token, long highest) {
        super(
                "write to '" + resource + "' refused: its token " + token + " is lower than " + highest
                        + ", which a later holder of the lock has shown; acquire the lock again and start over",
                null);
        this.token = token;
        this.highest = highest;
    }

    /**
     * The token that was refused.
     *
     * @return as the caller gave it
     */
    public long token() {
        return token;
    }

    /**
     * The highest token that the resource has seen.
     *
     * @return higher than {@link #token()}
     */
    public long highest() {
        return highest;
    }
}
