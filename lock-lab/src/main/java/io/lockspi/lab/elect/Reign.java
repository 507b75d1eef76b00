package io.lockspi.lab.elect;

/**
 * One term as its leader reported it. Times are of the machine's monotonic clock. Immutable.
 *
 * @param term its number
 * @param candidate who led, from 1 on
 * @param firstNanos when it first said that it leads
 * @param lastNanos when it last said so
 */
record Reign(long term, int candidate, long firstNanos, long lastNanos) {

    /** The same term, seen once more. */
    Reign seenAt(long nanos) {
        return new Reign(term, candidate, Math.min(firstNanos, nanos), Math.max(lastNanos, nanos));
    }

    /** Whether it had not ended when another began. */
    boolean overlaps(Reign later) {
        return lastNanos - later.firstNanos > 0;
    }
}
