package io.lockspi.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockspi.DistributedLock;
import io.lockspi.LockLostException;
import io.lockspi.LockService;
import io.lockspi.LossEvent;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The whole library on this back end. */
@SuppressWarnings("LockNotBeforeTry")
class ServiceTest {
    private final String uri = SharedEnsemble.uri("sessionTimeout=4s&tick=200ms");
    private final LockService one = LockService.open(uri);
    private final LockService two = LockService.open(uri);

    @AfterEach
    void close() {
        one.close();
        two.close();
    }

    @Test
    void servicesTakeTurns() {
        int[] counter = {0};
        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> count(one, counter));
        CompletableFuture<Void> second = CompletableFuture.runAsync(() -> count(two, counter));
        assertThat(CompletableFuture.allOf(first, second)).succeedsWithin(Duration.ofSeconds(20));
        assertThat(counter[0]).isEqualTo(400);
        assertThat(SharedEnsemble.queue("counter")).isEmpty();
    }

    private static void count(LockService service, int[] counter) {
        DistributedLock lock = service.getLock("counter");
        for (int i = 0; i < 200; i++) {
            lock.lock();
            try {
                counter[0]++;
            } finally {
                lock.unlock();
            }
        }
    }

    @Test
    void aWaiterIsWokenLongBeforeItsPoll() throws Exception {
        DistributedLock mine = one.getLock("woken");
        DistributedLock theirs = two.getLock("woken");
        mine.lock();
        CompletableFuture<Long> waiting = CompletableFuture.supplyAsync(() -> timeOfAcquiring(theirs));
        Eventually.until("it queues", () -> SharedEnsemble.queue("woken").size() == 2);
        long released = System.nanoTime();
        mine.unlock();
        assertThat(Duration.ofNanos(waiting.get(10, TimeUnit.SECONDS) - released))
                .isLessThan(Duration.ofMillis(500));
    }

    private static long timeOfAcquiring(DistributedLock lock) {
        lock.lock();
        try {
            return System.nanoTime();
        } finally {
            lock.unlock();
        }
    }

    @Test
    void aRenewedLockOutlivesItsSessionTimeoutThreeTimes() {
        try (LockService service = LockService.open(SharedEnsemble.uri("sessionTimeout=2s&tick=200ms"))) {
            DistributedLock lock = service.getLock("renewed");
            lock.lock();
            long until = System.nanoTime() + Duration.ofSeconds(6).toNanos();
            Eventually.until("some sessions' time is over", () -> {
                assertThat(lock.isHeldByCurrentThread()).isTrue();
                return System.nanoTime() - until > 0;
            });
            assertThat(two.getLock("renewed").tryLock()).isFalse();
            lock.unlock();
            assertThat(two.getLock("renewed").tryLock()).isTrue();
        }
    }

    @Test
    void aLockDeletedByAnOperatorIsLostAndTheLockIsReusable() throws Exception {
        DistributedLock lock = one.getLock("revoked");
        BlockingQueue<LossEvent> losses = new LinkedBlockingQueue<>();
        lock.onLost(losses::add);
        lock.lock();
        // It is watched from its first renewal on, within a third of its validity.
        Eventually.until("it is watched", () -> SharedEnsemble.ONE.leader().count("zk_watch_count") > 0);
        SharedEnsemble.delete("revoked", SharedEnsemble.queue("revoked").get(0));
        LossEvent loss = losses.poll(10, TimeUnit.SECONDS);
        assertThat(loss).isNotNull();
        assertThat(loss.cause()).isEqualTo(LossEvent.Cause.REVOKED);
        assertThatThrownBy(lock::unlock).isInstanceOf(LockLostException.class);
        assertThat(lock.tryLock()).isTrue();
        lock.unlock();
    }

    @Test
    void waitersThatGiveUpLeaveNoNode() throws Exception {
        DistributedLock mine = one.getLock("given up");
        DistributedLock theirs = two.getLock("given up");
        mine.lock();
        assertThat(theirs.tryLock(Duration.ofMillis(150))).isFalse();
        Thread waiter = new Thread(() -> {
            try {
                theirs.lockInterruptibly();
            } catch (InterruptedException expected) {
                Thread.currentThread().interrupt();
            }
        });
        waiter.start();
        Eventually.until("it queues", () -> SharedEnsemble.queue("given up").size() == 2);
        waiter.interrupt();
        waiter.join();
        Eventually.until(
                "only the holder is left",
                () -> SharedEnsemble.queue("given up").size() == 1);
        mine.unlock();
        assertThat(SharedEnsemble.queue("given up")).isEmpty();
    }

    @Test
    void closingFreesTheLock() {
        one.getLock("closed").lock();
        one.close();
        assertThat(SharedEnsemble.queue("closed")).isEmpty();
        assertThat(two.getLock("closed").tryLock()).isTrue();
    }
}
