package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockspi.LockConfig;
import io.lockspi.LockConfigurationException;
import io.lockspi.LockHandle;
import io.lockspi.LockService;
import io.lockspi.servers.RedisReplicas;
import io.lockspi.servers.RedisServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The master is killed while a lock is held, and the replica that never heard of the claim is promoted. Who holds the lock
 * twice, and who does not. Locks that two clients hold are told by their own deadlines, both of which are ahead.
 */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class FailoverTest {
    private static final int RUNS = 3;
    private static final int SAFE_RUNS = Boolean.getBoolean("lockspi.soak") ? 200 : 20;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofMillis(1500);

    private boolean waiterComesLate;
    private int doubleHolds;
    private int kept;
    private long longestGapMillis;

    @ParameterizedTest
    @ValueSource(strings = {"0", "majority"})
    void withoutReassertionTheLockIsHeldTwiceInEveryRun(String replicas) throws InterruptedException {
        for (int run = 0; run < RUNS; run++) {
            failOver(locks -> locks.replicas(replicas).reassert(false), LONG, false);
        }
        assertThat(doubleHolds).isEqualTo(RUNS);
    }

    /** The holder's next renewal comes after a third of the lease; who asks before it gets the lock. */
    @Test
    void withReassertionAWaiterThatComesAtOnceStillGetsTheLock() throws InterruptedException {
        for (int run = 0; run < RUNS; run++) {
            failOver(locks -> locks.option("lease", "15s"), LONG, true);
        }
        assertThat(doubleHolds).isEqualTo(RUNS);
    }

    @Test
    void withReassertionWhoComesAfterTheHoldersNextRenewalDoesNot() throws InterruptedException {
        waiterComesLate = true;
        for (int run = 0; run < RUNS; run++) {
            failOver(locks -> locks.option("lease", "3s"), LONG, true);
        }
        assertThat(doubleHolds).isZero();
        assertThat(kept).isEqualTo(RUNS);
    }

    @Test
    void failoverSafeNeverGivesTheLockAwayTwice(TestReporter reporter) throws InterruptedException {
        for (int run = 0; run < SAFE_RUNS; run++) {
            UnaryOperator<RedisLocks> safe =
                    locks -> locks.safeFailover(SHORT).option("lease", SHORT.toMillis() + "ms");
            failOver(safe, SHORT, run % 2 == 0);
        }
        reporter.publishEntry("held twice in " + doubleHolds + " of " + SAFE_RUNS
                + " failovers with failover=safe, kept by its holder in "
                + kept + "; at most "
                + longestGapMillis + " ms from the master's death to the next grant, with a maxLease of "
                + SHORT.toMillis() + " ms");
        assertThat(doubleHolds).isZero();
        assertThat(kept).as("claims brought back").isPositive();
    }

    /** One failover. A claim that is not renewed lasts for the given lease. */
    private void failOver(UnaryOperator<RedisLocks> settings, Duration lease, boolean renewed)
            throws InterruptedException {
        try (RedisReplicas servers = RedisReplicas.start(2)) {
            LockConfig config = settings.apply(RedisLocks.withReplicas(servers.servers().stream()
                            .map(server -> address(servers, server))
                            .toList()))
                    .option("requestTimeout", "2s")
                    .config();
            try (LockService old = LockService.open(config);
                    LockService next = LockService.open(config)) {
                failOver(servers, old, next, renewed ? null : lease);
            }
        }
    }

    private void failOver(RedisReplicas servers, LockService old, LockService next, @Nullable Duration lease)
            throws InterruptedException {
        old.unwrap(RedisQuarantine.class).ifPresent(RedisQuarantine::bootstrap);
        next.acquire("warm-up", PATIENCE).close();
        servers.awaitInSync();
        RedisServer unaware = servers.replicas().get(0);
        servers.holdBack(unaware);
        LockHandle held = lease == null ? old.acquire("a", PATIENCE) : old.acquire("a", PATIENCE, lease);
        servers.master().kill();
        long killed = System.nanoTime();
        servers.letGo(unaware);
        assertThat(unaware.command("EXISTS", SharedRedis.keys("a").lock()))
                .as("the replica is unaware")
                .isEqualTo(0L);
        servers.promote(unaware);
        CompletableFuture<Long> gap = next.acquireAsync("another", PATIENCE).thenApply(handle -> {
            long nanos = System.nanoTime() - killed;
            var unused = handle.closeAsync();
            return TimeUnit.NANOSECONDS.toMillis(nanos);
        });
        if (waiterComesLate) {
            TwoServices.until(
                    "the claim is brought back",
                    () -> Long.valueOf(1)
                            .equals(unaware.command(
                                    "EXISTS", SharedRedis.keys("a").lock())));
        }
        inherit(next, held);
        longestGapMillis = Math.max(longestGapMillis, gap.join());
    }

    /** Takes the lock after a failover, at once, or if its holder has kept it, when that lets it go. */
    private void inherit(LockService next, LockHandle held) throws InterruptedException {
        CompletableFuture<LockHandle> waiter = next.acquireAsync("a", PATIENCE);
        LockHandle second;
        try {
            second = waiter.get(2 * SHORT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException stillHeld) {
            kept += held.isHeld() ? 1 : 0;
            held.close();
            second = waiter.join();
        } catch (ExecutionException e) {
            throw new AssertionError(e);
        }
        doubleHolds += held.isHeld() && second.isHeld() ? 1 : 0;
        assertThat(second.fencingToken()).isGreaterThan(held.fencingToken());
        second.close();
        // Releases what it still believes to hold; a claim that is lost by now is the point of the test.
        held.closeAsync().handle((done, lost) -> true).join();
    }

    private static LockConfig.Host address(RedisReplicas servers, RedisServer server) {
        return new LockConfig.Host("127.0.0.1", servers.proxy(server).port());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis://a?failover=safe",
                "redis://a,b?topology=replicas&failover=safe",
                "redis://a,b,c?topology=cluster&failover=safe",
                "redis://a,b,c?topology=replicas&failover=safe&replicas=0",
                "redis://a,b,c?topology=replicas&failover=safe&restart=quarantine",
                "redis://a,b,c?topology=replicas&failover=slow"
            })
    void failoverSafeIsRefusedWhereItIsNotProven(String uri) {
        assertThatThrownBy(() -> LockService.open(uri))
                .isInstanceOf(LockConfigurationException.class)
                .hasMessageContaining("failover");
    }
}
