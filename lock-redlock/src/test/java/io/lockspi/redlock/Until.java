package io.lockspi.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waiting for something that comes by itself. */
final class Until {
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private Until() {}

    static void holds(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(end - System.nanoTime()).as(what).isPositive();
            LockSupport.parkNanos(5_000_000);
        }
    }
}
