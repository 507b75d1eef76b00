package io.lockspi.tck.history;

import java.util.Arrays;

/**
 * How durations are spread, in nanoseconds. Immutable.
 *
 * @param count how many there were
 * @param median half of them are at most so long
 * @param p99 99 of 100 are at most so long
 * @param max the longest, 0 if there are none
 */
public record Spread(int count, long median, long p99, long max) {

    static Spread of(long[] durations) {
        if (durations.length == 0) {
            return new Spread(0, 0, 0, 0);
        }
        long[] sorted = durations.clone();
        Arrays.sort(sorted);
        int last = sorted.length - 1;
        return new Spread(sorted.length, sorted[last / 2], sorted[(int) (last * 99L / 100)], sorted[last]);
    }

    @Override
    public String toString() {
        return count == 0
                ? "none"
                : "p50 " + Nanos.millis(median) + ", p99 " + Nanos.millis(p99) + ", max " + Nanos.millis(max);
    }
}
