package io.lockspi.servers;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what servers do by themselves. */
final class Patience {
    private static final Duration POLL = Duration.ofMillis(10);

    private Patience() {}

    /**
     * Waits.
     *
     * @param what what is waited for, for the error
     * @throws IllegalStateException if it does not come in time
     */
    static void await(Duration limit, String what, BooleanSupplier condition) {
        if (!holds(limit, condition)) {
            throw new IllegalStateException("It was waited " + limit.toSeconds() + " s in vain until " + what);
        }
    }

    /** Waits, and tells whether it came in time. */
    static boolean holds(Duration limit, BooleanSupplier condition) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            LockSupport.parkNanos(POLL.toNanos());
        }
        return true;
    }
}
