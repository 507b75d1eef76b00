package io.lockspi.local;

import java.time.Duration;

/** Arithmetic on monotonic readings, of which only differences mean something. */
final class Deadline {
    /** Far enough for ever, near enough that differences do not overflow. */
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE / 4);

    private Deadline() {}

    static long after(long now, Duration time) {
        return now + (time.compareTo(LONGEST) > 0 ? LONGEST : time).toNanos();
    }

    static boolean hasPassed(long deadline, long now) {
        return now - deadline >= 0;
    }

    static long later(long one, long other) {
        return one - other > 0 ? one : other;
    }

    static Duration left(long deadline, long now) {
        return Duration.ofNanos(Math.max(0, deadline - now));
    }
}
