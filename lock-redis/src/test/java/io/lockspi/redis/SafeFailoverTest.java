package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.LockBackendException;
import io.lockspi.LockConfig;
import io.lockspi.servers.RedisReplicas;
import io.lockspi.servers.RedisServer;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Grant;
import io.lockspi.spi.Renewal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a master answers with {@code failover=safe} that is new, whose replicas do not know it yet, or are too many. */
class SafeFailoverTest {
    /** Half of it is for the replicas, which on a busy machine may have to wait for their turn. */
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(6);

    private static TestClient client(RedisReplicas servers, List<RedisServer> named) {
        RedisLocks locks = RedisLocks.withReplicas(named.stream()
                .map(server ->
                        new LockConfig.Host("127.0.0.1", servers.proxy(server).port()))
                .toList());
        return new TestClient(locks.safeFailover(Duration.ofMinutes(1)).config(), REQUEST_TIMEOUT);
    }

    private static void bootstrap(TestClient client) {
        client.spi.unwrap(RedisQuarantine.class).orElseThrow().bootstrap();
    }

    @Test
    void newMasterServesNothingUntilAReplicaKnowsItAndThenHoldersOnly() {
        try (RedisReplicas servers = RedisReplicas.start(2);
                TestClient before = client(servers, servers.servers());
                TestClient client = client(servers, servers.servers())) {
            bootstrap(before);
            Claim claim = TestClient.claim("a");
            Grant grant = before.acquire(claim);
            servers.awaitInSync();
            RedisServer next = servers.replicas().get(0);
            RedisServer other = servers.replicas().get(1);
            servers.master().kill();
            servers.promote(next);
            servers.awaitInSync();
            servers.holdBack(other);
            assertThat(client.renew(claim, grant, TestClient.LEASE))
                    .isInstanceOfSatisfying(
                            Renewal.Unknown.class,
                            told -> assertThat(told.cause()).hasMessageContaining("too few replicas have confirmed"));
            assertRefused(client, "b", "too few replicas have confirmed");
            servers.letGo(other);
            assertThat(client.renew(claim, grant, TestClient.LEASE)).isInstanceOf(Renewal.Extended.class);
            assertRefused(client, "b", "restarted or become master");
            bootstrap(client);
            client.acquire(TestClient.claim("b"));
        }
    }

    private static void assertRefused(TestClient client, String name, String why) {
        assertThat(client.tryAcquire(TestClient.claim(name)))
                .isInstanceOfSatisfying(Attempt.Unavailable.class, refused -> {
                    assertThat(refused.cause()).hasMessageContaining(why);
                    assertThat(refused.effect()).isEqualTo(Attempt.Effect.NONE);
                    assertThat(refused.permanent()).isFalse();
                });
    }

    @Test
    void thirdReplicaIsOneForWhichNothingIsProven() {
        try (RedisReplicas servers = RedisReplicas.start(3);
                TestClient client = client(servers, servers.servers().subList(0, 3))) {
            assertThat(client.tryAcquire(TestClient.claim("a")))
                    .isInstanceOfSatisfying(Attempt.Unavailable.class, refused -> {
                        assertThat(refused.permanent()).isTrue();
                        assertThat(refused.cause())
                                .isInstanceOf(LockBackendException.class)
                                .hasMessageContainingAll("3 replicas", "failover=safe");
                    });
        }
    }
}
