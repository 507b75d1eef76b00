package io.lockspi.tck.witness;

/**
 * A number that takes writes only with a token that is not lower than any that it has seen. Not thread-safe: look at the
 * token and write in one step.
 *
 * <p>A writer that first {@linkplain #raise raises} the token, then reads and then writes loses no update to a writer with
 * another token: either its own write comes before the other's raise, or it is refused.
 */
public final class GuardedRegister {
    private long highest;
    private long value;

    /** Makes a register that is 0 and has seen no token. */
    public GuardedRegister() {}

    /** The highest token seen, 0 if none. */
    public long highest() {
        return highest;
    }

    /** What was written last, 0 if nothing. */
    public long value() {
        return value;
    }

    /**
     * Takes note of a token without writing.
     *
     * @return false if it is refused, because a higher one has been seen
     */
    public boolean raise(long token) {
        if (token < highest) {
            return false;
        }
        highest = token;
        return true;
    }

    /**
     * Writes.
     *
     * @return false if it is refused, because a higher token has been seen; nothing is changed then
     */
    public boolean write(long token, long newValue) {
        if (!raise(token)) {
            return false;
        }
        value = newValue;
        return true;
    }
}
