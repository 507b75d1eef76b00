package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.DistributedLock;
import io.lockspi.LockService;
import io.lockspi.servers.RedisMonitor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What it costs to pass one lock through fifty clients. */
@SuppressWarnings("LockNotBeforeTry") // locking and unlocking is what is tested
class HandOverTrafficTest {
    private static final int CLIENTS = 50;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<LockService> services = new ArrayList<>();
    private final LockKeys keys = SharedRedis.keys("a");

    @BeforeEach
    void reset() {
        SharedRedis.reset();
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
        services.forEach(LockService::close);
    }

    @Test
    void oneClientIsToldOfAReleaseAndAHandOverIsAReleaseAndAnAcquire() throws Exception {
        try (LockService holder = open()) {
            DistributedLock lock = holder.getLock("a");
            lock.lock();
            List<Future<?>> waiters = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                DistributedLock theirs = open().getLock("a");
                waiters.add(threads.submit(() -> {
                    theirs.lock();
                    theirs.unlock();
                }));
            }
            awaitWaiters();
            SharedRedis.SERVER.command("CONFIG", "RESETSTAT");
            long start = System.nanoTime();
            lock.unlock();
            for (Future<?> waiter : waiters) {
                waiter.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            }
            long pollsOfEach = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start) / 750 + 1;
            assertThat(SharedRedis.calls("PUBLISH")).isEqualTo(CLIENTS);
            assertThat(SharedRedis.calls("SUBSCRIBE")).isZero();
            assertThat(SharedRedis.calls("EVALSHA") + SharedRedis.calls("EVAL"))
                    .isLessThanOrEqualTo(4L * CLIENTS + pollsOfEach * CLIENTS);
            assertThat(SharedRedis.allKeys()).containsExactly(keys.fence());
        }
    }

    @Test
    void releaseIsPublishedToOneSubscriberOnly() throws Exception {
        try (LockService holder = open()) {
            DistributedLock lock = holder.getLock("a");
            lock.lock();
            for (int i = 0; i < CLIENTS; i++) {
                DistributedLock theirs = open().getLock("a");
                threads.execute(theirs::lock);
            }
            awaitWaiters();
            try (RedisMonitor monitor = SharedRedis.SERVER.monitor()) {
                lock.unlock();
                monitor.await(line -> line.contains("\"PUBLISH\"") || line.contains("\"publish\""), PATIENCE);
            }
            assertThat(SharedRedis.calls("PUBLISH")).isEqualTo(1);
        }
    }

    private LockService open() {
        LockService service = LockService.open(SharedRedis.SERVER.uri().toString());
        services.add(service);
        return service;
    }

    private void awaitWaiters() {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!Long.valueOf(CLIENTS).equals(SharedRedis.SERVER.command("ZCARD", keys.queue()))
                || mailboxes() < CLIENTS) {
            assertThat(System.nanoTime()).as("all clients wait in time").isLessThan(end);
        }
        assertThat(mailboxes()).isEqualTo(CLIENTS);
    }

    private static int mailboxes() {
        Object channels = SharedRedis.SERVER.command("PUBSUB", "CHANNELS", "lockspi:mail:*");
        return channels instanceof List<?> list ? list.size() : 0;
    }
}
