package io.lockspi.tck.bench;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** The kit's clock and its way to wait; everything else of the kit asks here. */
public final class Ticker {
    private Ticker() {}

    /** A monotonic reading in nanoseconds. */
    public static long nanos() {
        return System.nanoTime();
    }

    /** The time since an earlier reading. */
    public static Duration since(long nanos) {
        return Duration.ofNanos(nanos() - nanos);
    }

    /**
     * Parks the thread for a time.
     *
     * @throws InterruptedException if it is interrupted, which is how a run ends a rule that takes too long
     */
    public static void pause(Duration time) throws InterruptedException {
        long end = nanos() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - nanos()) {
            LockSupport.parkNanos(left);
            if (Thread.interrupted()) {
                throw new InterruptedException("the rule was stopped");
            }
        }
    }
}
