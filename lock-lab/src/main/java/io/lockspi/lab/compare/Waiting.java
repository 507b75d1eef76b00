package io.lockspi.lab.compare;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what others do. */
final class Waiting {
    private static final long POLL_NANOS = Duration.ofMillis(5).toNanos();

    private Waiting() {}

    /**
     * Waits until something is so, or the time is over.
     *
     * @return whether it was so in time
     */
    static boolean until(Duration limit, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return true;
    }

    /** Waits until something is so, which must be in time. */
    static void demand(String what, Duration limit, BooleanSupplier condition) throws InterruptedException {
        if (!until(limit, condition)) {
            throw new CompareFailedException(what + " did not happen within " + limit.toSeconds() + " s");
        }
    }

    /** Waits without anything to wait for. */
    static void pass(Duration time) throws InterruptedException {
        var unused = until(time, () -> false);
    }
}
