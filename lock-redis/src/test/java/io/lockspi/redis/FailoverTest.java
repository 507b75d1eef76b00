package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockspi.LockConfig;
import io.lockspi.LockConfigurationException;
import io.lockspi.LockService;
import io.lockspi.redis.FailoverRig.Moment;
import io.lockspi.redis.FailoverRig.Second;
import io.lockspi.servers.RedisReplicas;
import io.lockspi.servers.RedisServer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who holds a lock twice, and who does not, when a replica that never heard of the claim is promoted by hand. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class FailoverTest {
    private static final Logger LOG = System.getLogger(FailoverTest.class.getName());
    private static final int RUNS = 3;
    private static final int SAFE_RUNS = 20;
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration LONGER = Duration.ofSeconds(6);
    private static final Duration MAX_LEASE = Duration.ofMillis(800);

    private static final RedisReplicas SERVERS = RedisReplicas.start(2);

    @AfterAll
    static void close() {
        SERVERS.close();
    }

    private static FailoverRig rig(UnaryOperator<RedisLocks> settings) throws InterruptedException {
        LockConfig config = settings.apply(RedisLocks.withReplicas(
                        SERVERS.servers().stream().map(FailoverTest::address).toList()))
                .config();
        return new FailoverRig(SERVERS, config, config.duration("lease", LONG), (unaware, dead) -> {
            SERVERS.promote(unaware);
            return SERVERS.master();
        });
    }

    private static LockConfig.Host address(RedisServer server) {
        return new LockConfig.Host("127.0.0.1", SERVERS.proxy(server).port());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "majority"})
    void withoutReassertionTheLockIsHeldTwiceInEveryRun(String replicas) throws InterruptedException {
        try (FailoverRig rig = rig(locks -> locks.replicas(replicas).reassert(false))) {
            for (int run = 0; run < RUNS; run++) {
                rig.failOver(Moment.LEASED, Second.AT_ONCE);
            }
            assertThat(rig.heldTwice).isEqualTo(RUNS);
        }
    }

    /** The holder's next renewal comes after a third of the lease; who asks before it gets the lock. */
    @Test
    void withReassertionWhoComesBeforeTheHoldersNextRenewalStillGetsTheLock() throws InterruptedException {
        try (FailoverRig rig = rig(locks -> locks.option("lease", "60s"))) {
            for (int run = 0; run < RUNS; run++) {
                rig.failOver(Moment.RENEWED, Second.AT_ONCE);
            }
            assertThat(rig.heldTwice).isEqualTo(RUNS);
        }
    }

    @Test
    void withReassertionWhoComesAfterTheHoldersNextRenewalDoesNot() throws InterruptedException {
        try (FailoverRig rig = rig(locks -> locks.option("lease", "6s"))) {
            for (int run = 0; run < RUNS; run++) {
                rig.failOver(Moment.RENEWED, Second.AFTER_THE_HOLDERS_RENEWAL);
            }
            assertThat(rig.heldTwice).isZero();
            assertThat(rig.kept).isEqualTo(RUNS);
        }
    }

    @Test
    void failoverSafeNeverGivesTheLockAwayTwice() throws InterruptedException {
        try (FailoverRig rig =
                rig(locks -> locks.safeFailover(MAX_LEASE).option("lease", MAX_LEASE.toMillis() + "ms"))) {
            for (int run = 0; run < SAFE_RUNS; run++) {
                rig.failOver(FailoverRig.MOMENTS.get(run % FailoverRig.MOMENTS.size()), Second.AT_ONCE);
            }
            LOG.log(Level.INFO, rig + "; maxLease " + MAX_LEASE.toMillis() + " ms");
            assertThat(rig.heldTwice).isZero();
        }
    }

    @Test
    void failoverSafeLetsTheHolderKeepItsClaim() throws InterruptedException {
        try (FailoverRig rig = rig(locks -> locks.safeFailover(LONGER).option("lease", LONGER.toSeconds() + "s"))) {
            rig.failOver(Moment.RENEWED, Second.AFTER_THE_HOLDERS_RENEWAL);
            assertThat(rig.kept).isEqualTo(1);
            assertThat(rig.heldTwice).isZero();
        }
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
