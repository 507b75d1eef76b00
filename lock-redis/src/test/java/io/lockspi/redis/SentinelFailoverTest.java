package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.LockConfig;
import io.lockspi.redis.FailoverRig.Moment;
import io.lockspi.redis.FailoverRig.Promotion;
import io.lockspi.redis.FailoverRig.Second;
import io.lockspi.servers.RedisSentinels;
import io.lockspi.servers.RedisServer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Three Sentinels find that the master is dead, and promote a replica that never heard of the claim, though the other one
 * has. {@code -Psoak} makes 200 such failovers with {@code failover=safe}, and looks at the other settings too.
 */
@Timeout(value = 90, unit = TimeUnit.MINUTES)
class SentinelFailoverTest {
    private static final Logger LOG = System.getLogger(SentinelFailoverTest.class.getName());
    private static final boolean SOAK = Boolean.getBoolean("lockspi.soak");
    private static final int PLAIN_RUNS = 10;

    private static final RedisSentinels SENTINELS = RedisSentinels.start(2);

    private static final Promotion BY_SENTINELS = new Promotion() {
        @Override
        public void prepare(RedisServer replica) {
            SENTINELS.prefer(replica);
        }

        @Override
        public RedisServer promote(RedisServer replica, RedisServer dead) {
            return SENTINELS.awaitMasterOtherThan(dead);
        }
    };

    @AfterAll
    static void close() {
        SENTINELS.close();
    }

    private static FailoverRig rig(UnaryOperator<RedisLocks> settings) throws InterruptedException {
        List<LockConfig.Host> sentinels = SENTINELS.sentinels().stream()
                .map(sentinel -> new LockConfig.Host(sentinel.host(), sentinel.port()))
                .toList();
        LockConfig config = settings.apply(RedisLocks.watchedBy(RedisSentinels.MASTER_NAME, sentinels))
                .config();
        return new FailoverRig(
                SENTINELS.servers(), config, config.duration("lease", Duration.ofSeconds(60)), BY_SENTINELS);
    }

    /** With the shorter lease claims are over before there is a new master, with the longer one it is told of them. */
    private enum Safe {
        SHORT_LEASE(2, SOAK ? 150 : 3),
        LONG_LEASE(8, 50);

        final int leaseSeconds;
        final int runs;

        Safe(int leaseSeconds, int runs) {
            this.leaseSeconds = leaseSeconds;
            this.runs = runs;
        }
    }

    static Stream<Safe> safe() {
        return SOAK ? Stream.of(Safe.values()) : Stream.of(Safe.SHORT_LEASE);
    }

    @ParameterizedTest
    @MethodSource("safe")
    void failoverSafeNeverGivesTheLockAwayTwice(Safe safe) throws InterruptedException {
        Duration lease = Duration.ofSeconds(safe.leaseSeconds);
        try (FailoverRig rig = rig(locks -> locks.safeFailover(lease).option("lease", lease.toSeconds() + "s"))) {
            for (int run = 0; run < safe.runs; run++) {
                rig.failOver(FailoverRig.MOMENTS.get(run % FailoverRig.MOMENTS.size()), Second.AT_ONCE);
            }
            LOG.log(Level.INFO, rig + "; maxLease " + lease.toMillis() + " ms");
            assertThat(rig.heldTwice).isZero();
        }
    }

    private enum Plain {
        ASYNCHRONOUS("0", false),
        ACKNOWLEDGED("majority", false),
        REASSERTED("0", true);

        final String replicas;
        final boolean reassert;

        Plain(String replicas, boolean reassert) {
            this.replicas = replicas;
            this.reassert = reassert;
        }
    }

    static Stream<Plain> plain() {
        return SOAK ? Stream.of(Plain.values()) : Stream.of(Plain.ACKNOWLEDGED);
    }

    /** With re-assertion it depends on who comes first: the holder with its next renewal, or somebody else. */
    @ParameterizedTest
    @MethodSource("plain")
    void anyOtherSettingMayGiveTheLockAwayTwice(Plain plain) throws InterruptedException {
        int runs = SOAK ? PLAIN_RUNS : 1;
        try (FailoverRig rig = rig(
                locks -> locks.replicas(plain.replicas).reassert(plain.reassert).option("lease", "20s"))) {
            for (int run = 0; run < runs; run++) {
                rig.failOver(plain.reassert ? Moment.RENEWED : Moment.LEASED, Second.AT_ONCE);
            }
            LOG.log(Level.INFO, plain + ": " + rig);
            if (!plain.reassert) {
                assertThat(rig.heldTwice).isEqualTo(runs);
            }
        }
    }
}
