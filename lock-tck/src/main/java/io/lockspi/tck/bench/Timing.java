package io.lockspi.tck.bench;

import java.time.Duration;

/**
 * The kit's one scale of time. Every time in a rule is one of these or a multiple of one.
 *
 * @param steady a lease that no pause of the machine ends; for rules that are not about leases
 * @param lease the lease of claims that are renewed
 * @param brief a lease that is waited out
 * @param moment long enough for a thread to begin to wait
 * @param prompt the longest time for what happens at once or in the background: hand-over, notice, clean-up
 * @param overshoot how much longer than asked a timed wait may last
 */
public record Timing(
        Duration steady, Duration lease, Duration brief, Duration moment, Duration prompt, Duration overshoot) {

    /**
     * The usual times, scaled.
     *
     * @param factor multiplies all of them
     * @param shortestLease no lease is shorter
     */
    public static Timing of(double factor, Duration shortestLease) {
        Duration brief = atLeast(scaled(600, factor), shortestLease);
        Duration lease = atLeast(scaled(2500, factor), shortestLease);
        return new Timing(
                lease.multipliedBy(20), lease, brief, scaled(150, factor), scaled(3500, factor), scaled(250, factor));
    }

    private static Duration scaled(long millis, double factor) {
        return Duration.ofNanos((long) (millis * 1e6 * factor));
    }

    private static Duration atLeast(Duration time, Duration shortest) {
        return time.compareTo(shortest) < 0 ? shortest : time;
    }

    /** When a claim that is not renewed is certainly over and a waiter served. */
    public Duration leaseOver() {
        return lease.plus(prompt);
    }
}
