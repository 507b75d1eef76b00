package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockspi.LockConfig;
import io.lockspi.LockConfigurationException;
import io.lockspi.LockService;
import io.lockspi.servers.Persistence;
import io.lockspi.servers.RedisReplicas;
import io.lockspi.servers.RedisServer;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Grant;
import io.lockspi.spi.Release;
import io.lockspi.spi.Renewal;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A live holder brings its claim back to a master that does not know it, and nobody else brings anything back. */
class ReassertTest {
    private final RedisReplicas servers = RedisReplicas.start(1);
    private final RedisServer old = servers.master();
    private final RedisServer replica = servers.replicas().get(0);
    private final TestClient client = at(old).reassert();
    private final TestClient later = at(replica).reassert();
    private final TestClient other = at(replica).reassert();
    private final LockKeys keys = SharedRedis.keys("a");
    private final Claim claim = TestClient.claim("a", 64);

    private record Place(RedisServer server) {
        TestClient reassert() {
            LockConfig config =
                    RedisLocks.at(server.host(), server.port()).reassert(true).config();
            return new TestClient(config);
        }

        TestClient without() {
            // Among servers that take each other's place, so that the script does ask for the epoch.
            LockConfig.Host host = new LockConfig.Host(server.host(), server.port());
            return new TestClient(
                    RedisLocks.withReplicas(List.of(host)).reassert(false).config());
        }
    }

    private static Place at(RedisServer server) {
        return new Place(server);
    }

    @AfterEach
    void close() {
        client.close();
        later.close();
        other.close();
        servers.close();
    }

    @Test
    void holderBringsItsClaimBackToThePromotedReplica() {
        Grant grant = acquireAndLose();
        assertThat(renew(later, grant)).isEqualTo(new Renewal.Extended(TestClient.LEASE));
        assertThat(other.inspect("a")).hasValueSatisfying(info -> {
            assertThat(info.fencingToken()).isEqualTo(grant.lastToken());
            assertThat(info.host()).isEqualTo(TestClient.OWNER.host());
        });
        assertThat((Long) replica.command("PTTL", keys.lock())).isBetween(5_000L, 10_000L);
        assertThat((Long) replica.command("PTTL", keys.fence())).isGreaterThan(86_000_000L);
        assertThat(later.release(claim)).isTrue();
        assertThat(other.acquire(TestClient.claim("a")).firstToken()).isGreaterThan(grant.lastToken());
    }

    @Test
    void claimIsLostWithTheOptionOff() {
        Grant grant = acquireAndLose();
        try (TestClient without = at(replica).without()) {
            assertNotMine(renew(without, grant));
        }
    }

    @Test
    void claimGrantedWithoutAnEpochIsNotBroughtBack() {
        Grant grant = acquireAndLose();
        assertNotMine(renew(later, new Grant(grant.firstToken(), grant.lastToken(), TestClient.LEASE)));
    }

    @Test
    void claimIsNotBroughtBackOnceSomebodyHadTheLock() {
        Grant grant = acquireAndLose();
        Claim next = TestClient.claim("a");
        other.acquire(next);
        assertNotMine(renew(later, grant));
        other.release(next);
        assertNotMine(renew(later, grant));
    }

    @Test
    void releasedClaimIsNotBroughtBackByALateRenewal() {
        Grant grant = acquireAndLose();
        assertThat(TestClient.await(later.spi.release(new Release(claim, grant, grant.lastToken(), false))))
                .isFalse();
        assertNotMine(renew(later, grant));
    }

    @Test
    void keyThatVanishesFromTheMasterThatGrantedItIsALoss() {
        Grant grant = client.acquire(claim);
        old.command("FLUSHALL");
        assertNotMine(renew(client, grant));
    }

    @Test
    void keyThatVanishesAfterItWasBroughtBackIsALoss() {
        Grant grant = acquireAndLose();
        renew(later, grant);
        replica.command("FLUSHALL");
        assertNotMine(renew(later, grant));
    }

    @Test
    void keyThatVanishesAfterItWasRenewedOnTheNewMasterIsALoss() {
        Grant grant = client.acquire(claim);
        servers.awaitInSync();
        failOver();
        assertThat(renew(later, grant)).isInstanceOf(Renewal.Extended.class);
        replica.command("FLUSHALL");
        assertNotMine(renew(later, grant));
    }

    @Test
    void everyStartAndEveryPromotionOfAMasterIsANewEpoch() {
        try (RedisServer server =
                        RedisServer.builder().persistence(Persistence.AOF).start();
                TestClient holder = at(server).reassert()) {
            Grant grant = holder.acquire(claim);
            server.command("SAVE");
            server.restart();
            server.command("DEL", keys.lock());
            assertThat(renew(holder, grant)).isInstanceOf(Renewal.Extended.class);
            server.command("DEL", keys.lock());
            assertNotMine(renew(holder, grant));
            server.command("REPLICAOF", "127.0.0.1", "1");
            server.command("REPLICAOF", "NO", "ONE");
            assertThat(renew(holder, grant)).isInstanceOf(Renewal.Extended.class);
        }
    }

    @Test
    void serverThatIsAReplicaNowDoesNotSayWhoHoldsWhat() {
        Grant grant = client.acquire(claim);
        servers.awaitInSync();
        servers.promote(replica);
        other.acquire(TestClient.claim("held-there"));
        replica.command("DEL", keys.lock());
        servers.awaitInSync();
        assertThat(renew(client, grant)).isInstanceOf(Renewal.Unknown.class);
        assertThat(client.tryAcquire(TestClient.claim("held-there")))
                .isInstanceOfSatisfying(
                        Attempt.Unavailable.class,
                        told -> assertThat(told.cause()).hasMessageContaining("READONLY"));
    }

    @Test
    void optionTakesOnAndOff() {
        assertThatThrownBy(() -> LockService.open("redis://localhost?reassert=yes"))
                .isInstanceOf(LockConfigurationException.class)
                .hasMessageContainingAll("'reassert' is 'yes'", "on", "off");
    }

    /** A grant of which the replica, now the master, knows nothing. */
    private Grant acquireAndLose() {
        servers.holdBack(replica);
        Grant grant = client.acquire(claim);
        failOver();
        assertThat(replica.command("EXISTS", keys.lock(), keys.fence())).isEqualTo(0L);
        return grant;
    }

    private void failOver() {
        old.kill();
        servers.promote(replica);
    }

    private Renewal.Result renew(TestClient by, Grant grant) {
        return by.renew(claim, grant, TestClient.LEASE);
    }

    private static void assertNotMine(Renewal.Result result) {
        assertThat(result).isInstanceOf(Renewal.NotMine.class);
    }
}
