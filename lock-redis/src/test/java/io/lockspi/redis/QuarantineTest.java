package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockspi.DistributedLock;
import io.lockspi.LockConfig;
import io.lockspi.LockException;
import io.lockspi.LockHandle;
import io.lockspi.LockService;
import io.lockspi.LockUnavailableException;
import io.lockspi.servers.RedisServer;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Renewal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that has lost its data grants nothing while a claim that it has forgotten may be alive. */
@SuppressWarnings("LockNotBeforeTry") // locking and unlocking is what is tested
class QuarantineTest {
    private static final RedisServer SERVER = RedisServer.start();
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final String BOOT = "lockspi:boot";

    private final TestClient client = careful(LONG);
    private final TestClient other = careful(LONG);
    private final TestClient trusting = new TestClient(at().config());
    private final RedisQuarantine quarantine =
            client.spi.unwrap(RedisQuarantine.class).orElseThrow();

    @BeforeEach
    void forgetEverything() {
        SERVER.command("FLUSHALL");
    }

    @AfterEach
    void close() {
        List.of(client, other, trusting).forEach(TestClient::close);
    }

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @Test
    void newServerGrantsNothingUntilTheLongestLeaseHasPassedSinceItsStart() {
        assertQuarantined(client.tryAcquire(TestClient.claim("a")));
        assertThat(quarantine.remaining()).isBetween(LONG.minusMinutes(1), LONG.plusSeconds(2));
        assertThat(SERVER.command("GET", "lockspi:{a}:lock")).isNull();
    }

    @Test
    void quarantineCountsFromTheStartOfTheServerAndNotFromTheFirstQuestion() {
        Duration shortest = Duration.ofSeconds(1);
        try (TestClient brief = careful(shortest)) {
            RedisQuarantine its = brief.spi.unwrap(RedisQuarantine.class).orElseThrow();
            long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
            do {
                assertThat(System.nanoTime()).as("quarantine ends").isLessThan(end);
                SERVER.command("DEL", BOOT);
            } while (!its.remaining().isZero());
            brief.acquire(TestClient.withLease(TestClient.claim("a"), shortest));
        }
    }

    @Test
    void bootstrapEndsTheQuarantineForAllClientsUntilTheNextRestart() {
        quarantine.bootstrap();
        assertThat(quarantine.remaining()).isZero();
        Claim claim = TestClient.claim("a");
        other.acquire(claim);
        other.release(claim);
        try (TestClient longer = careful(LONG.multipliedBy(2))) {
            longer.acquire(claim("b"));
        }
        restart();
        assertQuarantined(other.tryAcquire(claim("a")));
    }

    @Test
    void killedAndRestartedEmptyServerDoesNotGiveALiveClaimAway() {
        quarantine.bootstrap();
        Claim claim = claim("a");
        client.acquire(claim);
        restart();
        assertQuarantined(other.tryAcquire(claim("a")));
        assertQuarantined(other.waitFor(claim("a")));
        assertThat(client.renew(claim, TestClient.LEASE)).isInstanceOf(Renewal.NotMine.class);
        // What it does without the option: two clients hold the lock.
        trusting.acquire(claim("a"));
    }

    @Test
    void claimsThatTheServerKnowsAreRenewedAndReleasedButNotPassedOn() {
        quarantine.bootstrap();
        Claim claim = claim("a");
        client.acquire(claim);
        Claim next = claim("a");
        other.waitFor(next);
        SERVER.command("DEL", BOOT);
        assertThat(client.renew(claim, TestClient.LEASE)).isInstanceOf(Renewal.Extended.class);
        assertThat(other.tryAcquire(claim("a"))).isInstanceOf(Attempt.Held.class);
        assertThat(client.release(claim)).isTrue();
        assertThat(SERVER.command("GET", "lockspi:{a}:lock")).isNull();
        assertQuarantined(other.waitFor(next));
        quarantine.bootstrap();
        assertThat(other.waitFor(next)).isInstanceOf(Attempt.Granted.class);
    }

    @Test
    void largestLeaseOfAllClientsCounts() {
        try (TestClient brief = careful(Duration.ofSeconds(30))) {
            assertQuarantined(client.tryAcquire(claim("a")));
            assertQuarantined(brief.tryAcquire(claim("a")));
            Duration left =
                    brief.spi.unwrap(RedisQuarantine.class).orElseThrow().remaining();
            assertThat(left).isGreaterThan(LONG.minusMinutes(1));
        }
        assertThat((Long) SERVER.command("PTTL", BOOT)).isPositive();
    }

    @Test
    void leaseThatCouldOutliveTheQuarantineIsRefused() {
        quarantine.bootstrap();
        try (LockService locks =
                LockService.open(at().quarantineAfterRestart(LONG).config())) {
            DistributedLock lock = locks.getLock("a");
            assertThatThrownBy(() -> lock.lock(LONG.plusMillis(1)))
                    .isInstanceOf(LockException.class)
                    .hasMessageContainingAll("lock 'a'", "600001 ms", "maxLease");
            lock.lock(LONG);
            assertThatThrownBy(() -> lock.lock(LONG.plusHours(1)))
                    .isInstanceOf(LockException.class)
                    .hasStackTraceContaining("maxLease");
            assertThat(lock.holdCount()).isEqualTo(1);
            lock.unlock();
        }
    }

    @Test
    void waiterGetsTheLockWhenTheQuarantineEnds() throws Exception {
        try (LockService locks =
                LockService.open(at().quarantineAfterRestart(LONG).config())) {
            DistributedLock lock = locks.getLock("a");
            assertThatThrownBy(() -> lock.tryLock())
                    .isInstanceOf(LockUnavailableException.class)
                    .hasStackTraceContaining("RedisQuarantine.bootstrap()");
            locks.unwrap(RedisQuarantine.class).orElseThrow().bootstrap();
            assertThat(lock.tryLock(Duration.ofSeconds(5))).isTrue();
            lock.unlock();
        }
    }

    @Test
    void nobodyEntersAfterARestartWithoutDataWhileTheOldHolderMayBelieve() throws Exception {
        String uri = SERVER.uri() + "?restart=quarantine&maxLease=4s&lease=3s&requestTimeout=500ms";
        try (LockService old = LockService.open(uri);
                LockService next = LockService.open(uri)) {
            old.unwrap(RedisQuarantine.class).orElseThrow().bootstrap();
            LockHandle handle = old.acquire("a", Duration.ofSeconds(5), Duration.ofSeconds(3));
            restart();
            DistributedLock lock = next.getLock("a");
            assertThat(handle.isHeld()).isTrue();
            assertThatThrownBy(lock::tryLock).isInstanceOf(LockUnavailableException.class);
            assertThat(lock.tryLock(Duration.ofSeconds(20))).isTrue();
            assertThat(handle.isHeld()).isFalse();
            assertThat(lock.fencingToken()).isGreaterThan(handle.fencingToken());
            lock.unlock();
        }
    }

    @Test
    void serviceWithoutTheOptionHasNoQuarantine() {
        assertThat(trusting.spi.unwrap(RedisQuarantine.class)).isEmpty();
        trusting.acquire(claim("a"));
        assertThat(SERVER.command("EXISTS", BOOT)).isEqualTo(0L);
    }

    private static void restart() {
        SERVER.kill();
        SERVER.restartEmpty();
    }

    private static Claim claim(String name) {
        return TestClient.claim(name);
    }

    private static RedisLocks at() {
        return RedisLocks.at(SERVER.host(), SERVER.port());
    }

    private static TestClient careful(Duration maxLease) {
        LockConfig config =
                at().quarantineAfterRestart(maxLease).option("lease", "1s").config();
        return new TestClient(config);
    }

    private static void assertQuarantined(Attempt attempt) {
        assertThat(attempt).isInstanceOfSatisfying(Attempt.Unavailable.class, answer -> {
            assertThat(answer.permanent()).isFalse();
            assertThat(answer.effect()).isEqualTo(Attempt.Effect.NONE);
            assertThat(answer.retryAfter()).isBetween(Duration.ZERO, Duration.ofSeconds(1));
            assertThat(answer.cause())
                    .isInstanceOf(LockUnavailableException.class)
                    .hasMessageContainingAll("lock 'a'", "has restarted", "bootstrap");
        });
    }
}
