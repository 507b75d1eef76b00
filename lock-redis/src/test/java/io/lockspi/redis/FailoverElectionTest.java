package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.LeaderElection;
import io.lockspi.Leadership;
import io.lockspi.LockConfig;
import io.lockspi.LockService;
import io.lockspi.servers.RedisReplicas;
import io.lockspi.servers.RedisServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** How many lead when a replica that never heard of the leader's claim is promoted. */
class FailoverElectionTest {
    private static final Duration MAX_LEASE = Duration.ofMillis(800);
    private static final String NAME = "e";

    private static final RedisReplicas SERVERS = RedisReplicas.start(2);

    @AfterAll
    static void close() {
        SERVERS.close();
    }

    @Test
    void failoverSafeNeverHasTwoLeaders() throws InterruptedException {
        assertThat(newLeaderSeesTheFormerOne(
                        locks -> locks.safeFailover(MAX_LEASE).option("lease", MAX_LEASE.toMillis() + "ms")))
                .isFalse();
    }

    /** So the failover above is one that loses the claim. */
    @Test
    void otherwiseBothLeadForAWhile() throws InterruptedException {
        assertThat(newLeaderSeesTheFormerOne(locks -> locks.reassert(false).option("lease", "60s")))
                .isTrue();
    }

    private static boolean newLeaderSeesTheFormerOne(UnaryOperator<RedisLocks> settings) throws InterruptedException {
        LockConfig config = settings.apply(RedisLocks.withReplicas(SERVERS.servers().stream()
                        .map(FailoverElectionTest::address)
                        .toList()))
                .config();
        try (LockService one = LockService.open(config);
                LockService two = LockService.open(config)) {
            one.unwrap(RedisQuarantine.class).ifPresent(RedisQuarantine::bootstrap);
            SERVERS.awaitInSync();
            RedisServer master = SERVERS.master();
            RedisServer unaware = SERVERS.replicas().get(0);
            SERVERS.holdBack(unaware);
            LeaderElection former = one.getElection(NAME);
            LeaderElection next = two.getElection(NAME);
            former.join();
            Leadership before = former.awaitLeadership();
            master.kill();
            SERVERS.letGo(unaware);
            assertThat(stored(unaware)).isEqualTo("null");
            SERVERS.promote(unaware);
            CompletableFuture<Boolean> both = new CompletableFuture<>();
            var unused = next.addListener(elected -> both.complete(former.isLeader()));
            next.join();
            TwoServices.until("another leads", () -> {
                // It has kept its term, or won a new one, and the master knows it.
                former.leadership()
                        .filter(term -> stored(unaware).startsWith("1:" + term.term() + ":"))
                        .ifPresent(term -> former.leave());
                return both.isDone();
            });
            assertThat(next.leadership().orElseThrow().term()).isGreaterThan(before.term());
            master.restartEmpty();
            return both.join();
        }
    }

    private static String stored(RedisServer server) {
        return String.valueOf(
                server.command("GET", SharedRedis.keys("election:" + NAME).lock()));
    }

    private static LockConfig.Host address(RedisServer server) {
        return new LockConfig.Host("127.0.0.1", SERVERS.proxy(server).port());
    }
}
