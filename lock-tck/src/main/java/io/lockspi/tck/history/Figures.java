package io.lockspi.tck.history;

/**
 * What a history amounts to. Immutable.
 *
 * @param invoked acquires that were invoked, nested ones and single attempts too
 * @param acquired acquires that returned with the lock
 * @param notAcquired acquires that certainly did not take it
 * @param acquireUnknown acquires of unknown outcome
 * @param sections outermost holds
 * @param lost sections whose holder was told of a loss
 * @param releaseFailed releases that were refused because the lock had been lost
 * @param releaseUnknown releases of unknown outcome
 * @param longestOverlapNanos the longest time of two holders at once
 * @param idle how long a lock lay idle while somebody waited, for each time that it was taken
 * @param waits how long acquires waited that were not single attempts
 * @param mostBypassed how often one waiter was overtaken at most by such as came later
 * @param fairness Jain's index over processes: 1 if all were served equally often
 * @param nanos from the first event to the last
 */
public record Figures(
        long invoked,
        long acquired,
        long notAcquired,
        long acquireUnknown,
        long sections,
        long lost,
        long releaseFailed,
        long releaseUnknown,
        long longestOverlapNanos,
        Spread idle,
        Spread waits,
        int mostBypassed,
        double fairness,
        long nanos) {

    /** Sections a second. */
    public double rate() {
        return nanos == 0 ? 0 : sections * 1e9 / nanos;
    }

    /** One figure a line. */
    public String text() {
        return String.format(
                java.util.Locale.ROOT,
                """
                acquires   %d invoked, %d acquired, %d not acquired, %d unknown
                sections   %d, %.0f a second, %d lost
                releases   %d refused, %d unknown
                waits      %s
                idle       %s
                overtaken  %d times at most
                fairness   %.3f over processes
                """,
                invoked,
                acquired,
                notAcquired,
                acquireUnknown,
                sections,
                rate(),
                lost,
                releaseFailed,
                releaseUnknown,
                waits,
                idle,
                mostBypassed,
                fairness);
    }
}
