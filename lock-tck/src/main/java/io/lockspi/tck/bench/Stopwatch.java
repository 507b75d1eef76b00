package io.lockspi.tck.bench;

import java.time.Duration;

/** Measures a time, and for how long the machine stood still meanwhile. */
public final class Stopwatch {
    private final Stalls stalls;
    private final long began = Ticker.nanos();
    private final long stalledBefore;

    Stopwatch(Stalls stalls) {
        this.stalls = stalls;
        this.stalledBefore = stalls.nanos();
    }

    /** The time since the begin. */
    public Duration elapsed() {
        return Ticker.since(began);
    }

    /** Demands that not more than a time has passed, apart from what the machine stood still. */
    public void atMost(Duration limit, String what) {
        Duration elapsed = elapsed();
        Check.atMost(stretched(limit), elapsed, what);
    }

    boolean exceeds(Duration limit) {
        return elapsed().compareTo(stretched(limit)) > 0;
    }

    private Duration stretched(Duration limit) {
        return limit.plusNanos(stalls.nanos() - stalledBefore);
    }

    /** Demands that at least a time has passed. */
    public void atLeast(Duration limit, String what) {
        Check.atLeast(limit, elapsed(), what);
    }
}
