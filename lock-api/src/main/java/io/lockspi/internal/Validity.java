package io.lockspi.internal;

/**
 * How long a client may rely on a store's promise, counted from before the request was sent: the promise less the drift
 * of two clocks of 1 % each and the millisecond granularity of the store. Rule R1; the factor most Redlock clients use.
 */
final class Validity {
    private static final long PERCENT_OF_DRIFT = 2;
    private static final long GRANULARITY = Nanos.millis(2);

    /** A grant with less than this left is not worth returning. */
    static final long MIN_USEFUL = Nanos.millis(1);

    private Validity() {}

    static long of(long promisedNanos) {
        return promisedNanos - promisedNanos / 100 * PERCENT_OF_DRIFT - GRANULARITY;
    }

    /** After so long without any request the store has certainly ended the claim, whatever its clock's drift. */
    static long certainlyOver(long promisedNanos) {
        return promisedNanos + promisedNanos / 100 * PERCENT_OF_DRIFT + GRANULARITY;
    }
}
