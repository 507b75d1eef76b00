package io.lockspi.servers;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what comes by itself. */
final class Waiting {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private Waiting() {}

    static void until(BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("still not so after " + PATIENCE);
            }
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }
    }
}
