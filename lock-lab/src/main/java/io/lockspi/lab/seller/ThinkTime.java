package io.lockspi.lab.seller;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** The time that a sale takes between read and write. For one thread. */
final class ThinkTime {
    private final long usualNanos;
    private long nextNanos;

    /**
     * A think time.
     *
     * @param opening the first one
     * @param usual every later one
     */
    ThinkTime(Duration opening, Duration usual) {
        this.nextNanos = opening.toNanos();
        this.usualNanos = usual.toNanos();
    }

    /** Lets the time pass. */
    void pass() {
        long deadline = System.nanoTime() + nextNanos;
        nextNanos = usualNanos;
        // Parking may end early, so it is repeated.
        for (long left = deadline - System.nanoTime(); left > 0; left = deadline - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
