package io.lockspi.internal;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a caller asked for.
 *
 * @param lease the lease to ask the store for
 * @param renewed whether the engine keeps the claim alive
 * @param single whether one attempt is enough
 * @param waitNanos the longest wait; {@link Nanos#FOR_EVER} or more for no limit
 * @param tokens how many sections the claim may serve, each with a token of its own
 */
record Request(Duration lease, boolean renewed, boolean single, long waitNanos, int tokens) {

    /** Anything shorter would be used up by one exchange with the store. */
    static final Duration SHORTEST_LEASE = Duration.ofMillis(10);

    static Request of(@Nullable Duration lease, Duration renewedLease, long waitNanos) {
        if (lease != null && lease.compareTo(SHORTEST_LEASE) < 0) {
            throw new IllegalArgumentException("lease " + Messages.duration(lease)
                    + " is too short; it must be at least " + Messages.duration(SHORTEST_LEASE));
        }
        Duration asked = Nanos.capped(lease == null ? renewedLease : lease);
        return new Request(asked, lease == null, waitNanos <= 0, waitNanos, Tenure.SECTIONS);
    }

    boolean waitsForEver() {
        return waitNanos >= Nanos.FOR_EVER;
    }
}
