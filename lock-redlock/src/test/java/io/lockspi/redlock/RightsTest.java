package io.lockspi.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.DistributedLock;
import io.lockspi.LockService;
import io.lockspi.servers.RedisUser;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A user of the servers' access control lists with the rights that the documentation lists. */
@SuppressWarnings("LockNotBeforeTry") // locking and unlocking is what is tested
class RightsTest {
    private static final String PASSWORD = "secret";
    private static final Duration LEASE = Duration.ofSeconds(1);

    private final Five servers = new Five(3);

    @AfterEach
    void stop() {
        servers.close();
    }

    @Test
    void userWithTheDocumentedRightsCanDoEverything() throws Exception {
        servers.servers().forEach(server -> RedisUser.withDocumentedRights(server, "app", PASSWORD, "+info"));
        String uri = servers.uri("lease=" + LEASE.toMillis() + "ms")
                .replace("redlock://", "redlock://app:" + PASSWORD + "@");
        try (LockService locks = LockService.open(uri);
                LockService others = LockService.open(uri)) {
            locks.check(Until.PATIENCE);
            DistributedLock lock = locks.getLock("a");
            lock.lock();
            lock.unlock();
            lock.lock();
            CompletableFuture<Boolean> other = CompletableFuture.supplyAsync(() -> takeTurn(others.getLock("a")));
            long begun = System.nanoTime();
            Until.holds(
                    "a waiter is in the queue",
                    () -> locks.inspect("a").orElseThrow().waiters().orElse(0) == 1);
            Until.holds("its lease is over", () -> System.nanoTime() - begun > 2 * LEASE.toNanos());
            assertThat(lock.isHeldByCurrentThread()).as("renewed").isTrue();
            lock.unlock();
            assertThat(other.join()).isTrue();
        }
    }

    private static boolean takeTurn(DistributedLock lock) {
        lock.lock();
        try {
            return lock.isHeldByCurrentThread();
        } finally {
            lock.unlock();
        }
    }
}
