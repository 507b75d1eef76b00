package io.lockspi.peers;

import java.time.Duration;

/** Times for libraries that take a number and a unit. */
final class Millis {
    private Millis() {}

    /** Whole milliseconds; what is too long or too short for a {@code long} becomes the longest or the shortest. */
    static long of(Duration time) {
        try {
            return time.toMillis();
        } catch (ArithmeticException overflow) {
            return time.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }
}
