package io.lockspi.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lockspi.DistributedLock;
import io.lockspi.LockHandle;
import io.lockspi.LockLostException;
import io.lockspi.LockService;
import io.lockspi.LossEvent;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an application's unit test does with this back end. */
@SuppressWarnings("LockNotBeforeTry") // a test that fails closes the service
class LocalLocksTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ManualTime time = new ManualTime();
    private final String store = UUID.randomUUID().toString();
    private final LockService one = LockService.open(LocalLocks.config(store, time));
    private final LockService two = LockService.open(LocalLocks.config(store, time));

    @AfterEach
    void close() {
        one.close();
        two.close();
    }

    @Test
    void exampleOfLockServiceRuns() {
        int sections = 0;
        try (LockService locks = LockService.open("local:example")) {
            Lock lock = locks.getLock("invoices/2026-11");
            lock.lock();
            try {
                sections++;
            } finally {
                lock.unlock();
            }
        }
        assertThat(sections).isEqualTo(1);
        assertThat(LocalStores.find("example")).isEmpty();
    }

    @Test
    void twoServicesExcludeEachOther() {
        one.getLock("a").lock();

        assertThat(two.getLock("a").tryLock()).isFalse();
        one.getLock("a").unlock();
        assertThat(two.getLock("a").tryLock()).isTrue();
        two.getLock("a").unlock();
    }

    @Test
    void leaseEndsWhenTheTestMovesTheClock() {
        DistributedLock lock = one.getLock("a");
        lock.lock(Duration.ofSeconds(10));

        time.advance(Duration.ofSeconds(11));

        assertThat(lock.isHeldByCurrentThread()).isFalse();
        assertThat(two.getLock("a").tryLock()).isTrue();
        assertThatExceptionOfType(LockLostException.class).isThrownBy(lock::unlock);
        two.getLock("a").unlock();
    }

    @Test
    void renewedLockOutlivesItsLeaseAndASuspendedMachineLosesIt() {
        DistributedLock lock = one.getLock("a");
        lock.lock();
        time.advance(Duration.ofMinutes(10));
        assertThat(lock.isHeldByCurrentThread()).isTrue();

        time.suspend(Duration.ofMinutes(1));

        assertThat(lock.isHeldByCurrentThread()).isFalse();
        assertThatExceptionOfType(LockLostException.class).isThrownBy(lock::unlock);
    }

    @Test
    void waiterGetsTheLockWhenItIsReleased() throws Exception {
        one.getLock("a").lock();
        FutureTask<Long> waiter = new FutureTask<>(() -> {
            DistributedLock lock = two.getLock("a");
            lock.lock();
            try {
                return lock.fencingToken();
            } finally {
                lock.unlock();
            }
        });
        new Thread(waiter).start();
        time.awaitParked(1);
        long token = one.getLock("a").fencingToken();

        one.getLock("a").unlock();

        assertThat(waiter.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isGreaterThan(token);
    }

    @Test
    void timedWaitEndsWhenTheTestMovesTheClock() throws Exception {
        one.getLock("a").lock();
        FutureTask<Boolean> waiter = new FutureTask<>(() -> two.getLock("a").tryLock(Duration.ofSeconds(5)));
        new Thread(waiter).start();
        time.awaitParked(1);

        time.advance(Duration.ofSeconds(6));

        assertThat(waiter.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isFalse();
        one.getLock("a").unlock();
    }

    @Test
    void revokedLockIsLostAtOnce() throws Exception {
        CompletableFuture<LossEvent> lost = new CompletableFuture<>();
        one.getLock("a").onLost(lost::complete);
        LockHandle handle = one.acquire("a", Duration.ZERO);

        assertThat(LocalLocks.revoke(store, "a")).isTrue();

        LossEvent event = lost.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(event.cause()).isEqualTo(LossEvent.Cause.REVOKED);
        assertThat(event.fencingToken()).isEqualTo(handle.fencingToken());
        assertThat(handle.isHeld()).isFalse();
        assertThatExceptionOfType(LockLostException.class).isThrownBy(handle::close);
    }

    @Test
    void expiredLockIsLostAtTheNextRenewal() throws Exception {
        CompletableFuture<LossEvent> lost = new CompletableFuture<>();
        one.getLock("a").onLost(lost::complete);
        LockHandle handle = one.acquire("a", Duration.ZERO);

        assertThat(LocalLocks.expire(store, "a")).isTrue();
        assertThat(handle.isHeld()).isTrue();
        time.advance(Duration.ofSeconds(11));

        assertThat(lost.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).cause()).isEqualTo(LossEvent.Cause.REVOKED);
        assertThat(handle.isHeld()).isFalse();
    }
}
