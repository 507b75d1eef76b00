package io.lockspi.tck.history;

import java.util.concurrent.locks.LockSupport;

/** The machine's monotonic clock, which its processes share on Linux; the only place of these packages that reads one. */
public final class HostClock {
    private HostClock() {}

    /** Nanoseconds since an instant in the past that is the same for all processes of this machine. */
    public static long nanos() {
        return System.nanoTime();
    }

    /** Parks the current thread until an instant, or until it is interrupted. */
    public static void parkUntil(long nanos) {
        long left = nanos - nanos();
        while (left > 0 && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(left);
            left = nanos - nanos();
        }
    }
}
