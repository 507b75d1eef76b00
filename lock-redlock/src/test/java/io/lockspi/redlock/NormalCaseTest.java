package io.lockspi.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.DistributedLock;
import io.lockspi.LeaderElection;
import io.lockspi.LockInfo;
import io.lockspi.LockService;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Five servers and nothing wrong. */
@SuppressWarnings("LockNotBeforeTry") // locking and unlocking is what is tested
class NormalCaseTest {
    private static final Five FIVE = new Five();
    private static final int CYCLES = 50;

    private final LockService locks = Five.warm(FIVE.open("application=a"));
    private final LockService others = Five.warm(FIVE.open("application=b"));

    @BeforeEach
    void forgetCounts() {
        FIVE.resetCounts();
    }

    @AfterEach
    void close() {
        locks.close();
        others.close();
    }

    @AfterAll
    static void stop() {
        FIVE.close();
    }

    @Test
    void lockAndUnlockAreOneParallelRoundTripEach() {
        DistributedLock lock = locks.getLock("round-trips");
        long before = Five.statistics(locks).oneRoundTripGrants();
        for (int i = 0; i < CYCLES; i++) {
            lock.lock();
            lock.unlock();
        }
        assertThat(Five.statistics(locks).oneRoundTripGrants() - before).isEqualTo(CYCLES);
        // The last of the slower servers may still be at it.
        lock.lock();
        for (int node = 0; node < 5; node++) {
            assertThat(FIVE.requests(node).getOrDefault("EVALSHA", 0L)).isBetween(2L * CYCLES - 2, 2L * CYCLES + 1);
            assertThat(FIVE.requests(node)).containsOnlyKeys("EVALSHA");
        }
        lock.unlock();
    }

    /** Commands of the scripts: what only waiting, quarantines and roll-backs need costs the others nothing. */
    @Test
    void lockNobodyElseWantsTakesFewCommandsOfEachServer() {
        DistributedLock lock = locks.getLock("few");
        for (int i = 0; i < CYCLES; i++) {
            lock.lock();
            lock.unlock();
        }
        Map<String, Long> commands = FIVE.get(0).calls();
        // An acquire must ask for the server's run id, which costs more than all the rest; one may be left of the
        // warm-up.
        assertThat(commands.get("INFO")).isLessThanOrEqualTo(CYCLES + 1L);
        assertThat(commands).doesNotContainKeys("ZREM", "ZRANGE", "HDEL");
    }

    @Test
    void releaseLiftsTheCounterPastTheTokensOfTheClaim() {
        DistributedLock lock = locks.getLock("lifted");
        lock.lock();
        String[] held = counter("lifted");
        lock.unlock();
        Until.holds("server 0 has released", () -> FIVE.get(0).command("GET", Five.key("lifted", "lock")) == null);
        String past = Long.toString(Long.parseLong(held[0]) + 1);
        assertThat(counter("lifted")).containsExactly(past, held[1], past, past);
    }

    private static String[] counter(String name) {
        return String.valueOf(FIVE.get(0).command("GET", Five.key(name, "fence")))
                .split(":");
    }

    @Test
    void secondServiceIsKeptOutAndGetsTheLockAfterwardsWithAHigherToken() throws Exception {
        DistributedLock lock = locks.getLock("two");
        DistributedLock other = others.getLock("two");
        lock.lock();
        long token = lock.fencingToken();
        assertThat(other.tryLock()).isFalse();
        assertThat(other.tryLock(Duration.ofMillis(200))).isFalse();
        lock.unlock();
        assertThat(other.tryLock(Duration.ofSeconds(5))).isTrue();
        assertThat(other.fencingToken()).isGreaterThan(token);
        other.unlock();
    }

    @Test
    void holderIsShown() {
        DistributedLock lock = locks.getLock("shown");
        assertThat(locks.inspect("shown")).isEmpty();
        lock.lock();
        LockInfo info = others.inspect("shown").orElseThrow();
        assertThat(info.application()).isEqualTo("a");
        assertThat(info.fencingToken()).isGreaterThanOrEqualTo(lock.fencingToken());
        lock.unlock();
    }

    /** Another may have led and resigned while it did not look: whether anybody waits is what tells. */
    @Test
    void candidateThatHasResignedStandsAgainAsSoonAsNobodyElseWaits() throws Exception {
        try (LeaderElection one = locks.getElection("alone");
                LeaderElection two = others.getElection("alone")) {
            one.join();
            one.awaitLeadership();
            two.join();
            Until.holds("the other waits", () -> waiters("alone") == 1);
            FIVE.resetCounts();
            one.resign();
            two.awaitLeadership();
            two.resign();
            Until.holds("one of them leads", () -> one.isLeader() || two.isLeader());
            // Looking until the end of a poll interval would take more than twenty looks of each.
            assertThat(FIVE.requests(0).get("EVALSHA")).isLessThan(30);
        }
    }

    private int waiters(String election) {
        return locks.getElection(election)
                .inspect()
                .map(leader -> leader.waiting().orElse(0))
                .orElse(0);
    }

    @Test
    void checkSucceeds() throws Exception {
        locks.check(Duration.ofSeconds(5));
    }

    @Test
    void noKeyIsWithoutExpiry() {
        DistributedLock lock = locks.getLock("expiry");
        lock.lock();
        Object keys = FIVE.get(0).command("KEYS", "*");
        assertThat(keys)
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                .isNotEmpty()
                .allSatisfy(key -> assertThat((Long) FIVE.get(0).command("PTTL", String.valueOf(key)))
                        .isPositive());
        lock.unlock();
    }

    @Test
    void waiterIsToldOfTheRelease() throws Exception {
        DistributedLock lock = locks.getLock("told");
        DistributedLock other = others.getLock("told");
        lock.lock();
        Map<String, Long> none = FIVE.requests(0);
        assertThat(none).doesNotContainKey("PUBLISH");
        var waiting = java.util.concurrent.CompletableFuture.supplyAsync(() -> {
            other.lock();
            long token = other.fencingToken();
            other.unlock();
            return token;
        });
        long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (FIVE.get(0).command("ZCARD", Five.key("told", "queue")) instanceof Long count && count == 0) {
            assertThat(System.nanoTime()).as("the waiter is noted").isLessThan(end);
        }
        long token = lock.fencingToken();
        lock.unlock();
        assertThat(waiting.get(10, java.util.concurrent.TimeUnit.SECONDS)).isGreaterThan(token);
        assertThat(FIVE.get(0).calls()).containsKey("PUBLISH");
    }
}
