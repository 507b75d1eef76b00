package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.DistributedLock;
import io.lockspi.LockService;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The whole library on this back end. */
class ServiceTest {
    private final String uri = SharedRedis.SERVER.uri() + "?lease=10s";
    private final LockService one = LockService.open(uri);
    private final LockService two = LockService.open(uri);

    @BeforeEach
    void reset() {
        SharedRedis.reset();
    }

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
    void waiterOfAnotherServiceIsWokenLongBeforeItsPoll() throws Exception {
        DistributedLock mine = one.getLock("a");
        DistributedLock theirs = two.getLock("a");
        CompletableFuture<Long> waiting;
        long released;
        mine.lock();
        try {
            waiting = CompletableFuture.supplyAsync(() -> timeOfAcquiring(theirs));
            while (List.of().equals(SharedRedis.SERVER.command("PUBSUB", "CHANNELS", "lockspi:mail:*"))) {
                Thread.onSpinWait();
            }
        } finally {
            released = System.nanoTime();
            mine.unlock();
        }
        assertThat(Duration.ofNanos(waiting.get() - released)).isLessThan(Duration.ofMillis(500));
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
    void leaseThatNoStoreCanCarryIsTheLongestOneThatWorks() throws Exception {
        DistributedLock lock = one.getLock("a");
        assertThat(lock.tryLock(Duration.ofSeconds(5), Duration.ofSeconds(Long.MAX_VALUE)))
                .isTrue();
        assertThat(lock.remainingLease()).isGreaterThan(Duration.ofDays(70 * 365));
        lock.unlock();
        assertThat(two.getLock("a").tryLock()).isTrue();
        two.getLock("a").unlock();
    }

    @Test
    void guardIsReachedThroughTheService() {
        DistributedLock lock = one.getLock("a");
        lock.lock();
        try {
            RedisGuard guard = one.unwrap(RedisGuard.class).orElseThrow();
            guard.set(lock.claim(), "stock", "5");
            assertThat(guard.get(lock.claim(), "stock")).contains("5");
        } finally {
            lock.unlock();
        }
        assertThat(two.unwrap(String.class)).isEmpty();
    }
}
