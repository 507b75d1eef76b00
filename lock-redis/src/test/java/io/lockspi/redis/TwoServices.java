package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.LockConfig;
import io.lockspi.LockHandle;
import io.lockspi.LockService;
import io.lockspi.LockUnavailableException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** One service that holds a lock and another that waits for it, while something happens to the servers. */
final class TwoServices implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(60);

    final LockService holding;
    final LockService waiting;

    TwoServices(RedisLocks locks) {
        this(locks.config());
    }

    /** Requests are given time enough for a failover, so that all of it happens inside of the call. */
    private TwoServices(LockConfig config) {
        LockConfig patient = config.withOption("requestTimeout", "30s");
        holding = LockService.open(patient);
        waiting = LockService.open(patient);
    }

    LockHandle hold(String name) throws InterruptedException {
        return holding.acquire(name, PATIENCE);
    }

    /** A waiter that stands in the store's queue. */
    CompletableFuture<LockHandle> await(String name) {
        CompletableFuture<LockHandle> waiter = waiting.acquireAsync(name, PATIENCE);
        until("somebody waits", () -> waiters(name) > 0);
        return waiter;
    }

    static void until(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - deadline)
                    .as("not so in time: " + what)
                    .isNegative();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    private int waiters(String name) {
        try {
            return holding.inspect(name).map(info -> info.waiters().orElse(0)).orElse(0);
        } catch (LockUnavailableException betweenTwoMasters) {
            return 0;
        }
    }

    /** The waiter's turn comes, with a higher token. */
    static void assertNext(CompletableFuture<LockHandle> waiter, long formerToken) throws Exception {
        try (LockHandle next = waiter.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            assertThat(next.fencingToken()).isGreaterThan(formerToken);
        }
    }

    @Override
    public void close() {
        holding.close();
        waiting.close();
    }
}
