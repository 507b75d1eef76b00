package io.lockspi.internal;

import java.time.Duration;

/** Arithmetic on nanoseconds that cannot overflow: everything saturates far below {@link Long#MAX_VALUE}. */
final class Nanos {
    /** About 73 years; a wait this long is a wait for ever. Sums of two such values do not overflow. */
    static final long FOR_EVER = Long.MAX_VALUE / 4;

    private static final Duration LONGEST = Duration.ofNanos(FOR_EVER);

    private Nanos() {}

    static long of(Duration duration) {
        if (duration.isNegative()) {
            return 0;
        }
        return duration.compareTo(LONGEST) >= 0 ? FOR_EVER : duration.toNanos();
    }

    /** The duration, or the longest one that arithmetic and every store can carry. */
    static Duration capped(Duration duration) {
        return duration.compareTo(LONGEST) > 0 ? LONGEST : duration;
    }

    static long saturated(long nanos) {
        return Math.max(0, Math.min(nanos, FOR_EVER));
    }

    static long millis(long millis) {
        return millis * 1_000_000L;
    }
}
