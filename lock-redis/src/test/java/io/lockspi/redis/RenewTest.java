package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.spi.Claim;
import io.lockspi.spi.Grant;
import io.lockspi.spi.Renewal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RenewTest {
    private final TestClient client = SharedRedis.client();
    private final LockKeys keys = SharedRedis.keys("a");

    @BeforeEach
    void reset() {
        SharedRedis.reset();
    }

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void ownersClaimIsProlongedAndNeverShortened() {
        Claim claim = TestClient.claim("a");
        client.acquire(claim);
        assertThat(client.renew(claim, Duration.ofSeconds(1)))
                .isInstanceOfSatisfying(
                        Renewal.Extended.class,
                        extended -> assertThat(extended.validFor()).isBetween(Duration.ofSeconds(8), TestClient.LEASE));
        assertThat(client.renew(claim, Duration.ofSeconds(60))).isEqualTo(new Renewal.Extended(Duration.ofSeconds(60)));
        assertThat(SharedRedis.ttl(keys.lock())).isGreaterThan(50_000);
    }

    @Test
    void renewalKeepsTheCounterAndBringsALostOneBack() {
        Claim claim = TestClient.claim("a");
        Grant grant = client.acquire(claim);
        SharedRedis.SERVER.command("PEXPIRE", keys.fence(), "5000");
        client.renew(claim, TestClient.LEASE);
        assertThat(SharedRedis.ttl(keys.fence())).isGreaterThan(86_000_000);
        SharedRedis.SERVER.command("DEL", keys.fence());
        client.renew(claim, TestClient.LEASE);
        assertThat(SharedRedis.SERVER.command("GET", keys.fence())).isEqualTo(Long.toString(grant.lastToken()));
        assertThat(SharedRedis.ttl(keys.fence())).isGreaterThan(86_000_000);
    }

    @Test
    void anythingButTheOwnersClaimIsRefusedForGood() {
        Claim owner = TestClient.claim("a");
        client.acquire(owner);
        assertNotMine(client.renew(TestClient.claim("a"), TestClient.LEASE));
        client.release(owner);
        assertNotMine(client.renew(owner, TestClient.LEASE));
        assertThat(SharedRedis.allKeys()).containsExactly(keys.fence());
        SharedRedis.SERVER.command("LPUSH", keys.lock(), "x");
        assertNotMine(client.renew(owner, TestClient.LEASE));
    }

    @Test
    void manyClaimsTravelInFewScripts() {
        List<Renewal> renewals = new ArrayList<>();
        List<Class<?>> expected = new ArrayList<>();
        for (int i = 0; i < 250; i++) {
            Claim claim = TestClient.claim("lock " + i);
            boolean owned = i % 7 != 0;
            Grant grant = owned ? client.acquire(claim) : new Grant(1, 1, TestClient.LEASE);
            renewals.add(new Renewal(claim, grant, TestClient.LEASE));
            expected.add(owned ? Renewal.Extended.class : Renewal.NotMine.class);
        }
        TestClient.await(client.spi.check());
        SharedRedis.SERVER.command("CONFIG", "RESETSTAT");
        List<Renewal.Result> results = TestClient.await(client.spi.renew(renewals));
        assertThat(results.stream().<Class<?>>map(Object::getClass)).isEqualTo(expected);
        // The first finds the script missing and is sent again with its text.
        assertThat(SharedRedis.calls("EVALSHA") + SharedRedis.calls("EVAL")).isBetween(3L, 6L);
    }

    private static void assertNotMine(Renewal.Result result) {
        assertThat(result).isInstanceOf(Renewal.NotMine.class);
    }
}
