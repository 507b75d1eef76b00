package io.lockspi.tck.history;

/**
 * One time that an owner held a lock, from its outermost acquire to the release of it. Immutable.
 *
 * <p>From {@code start} to {@code end} it counted on the lock, so these intervals of one lock may not overlap, whatever the
 * order in which its operations took effect. Its own deadline may end that earlier: then it was a zombie, and only its
 * token keeps it from doing harm.
 *
 * @param lock the lock's name
 * @param process the process
 * @param thread the owner within the process
 * @param operation the outermost acquire
 * @param invoked when it was asked for
 * @param start when the acquire had returned
 * @param end when the release was invoked, the loss was signalled, or the owner was last seen holding it
 * @param deadline the latest own deadline that is known, {@link Event#NO_DEADLINE} if it has none
 * @param token the fencing token, 0 if there is none
 * @param claim the claim in the store, 0 if unknown
 */
public record Section(
        String lock,
        int process,
        int thread,
        long operation,
        long invoked,
        long start,
        long end,
        long deadline,
        long token,
        long claim) {

    /** When it stopped to count on the lock by its own clock: at its end or at its deadline. May be before its start. */
    public long ownEnd() {
        return Math.min(end, deadline);
    }

    /** Whether it counted on the lock by its own clock when the acquire had returned. */
    boolean believed() {
        return deadline > start;
    }

    /** Who, in short: {@code p1/t3}. */
    public String who() {
        return "p" + process + "/t" + thread;
    }

    @Override
    public String toString() {
        return who() + " operation " + operation + (token == 0 ? "" : " token " + token);
    }
}
