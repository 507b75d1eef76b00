package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Grant;
import io.lockspi.spi.Release;
import io.lockspi.spi.Renewal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReleaseTest {
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
    void onlyTheFirstReleaseOfTheOwnerCounts() {
        Claim claim = TestClient.claim("a");
        client.acquire(claim);
        assertThat(client.release(claim)).isTrue();
        assertThat(client.release(claim)).isFalse();
        assertThat(SharedRedis.allKeys()).containsExactly(keys.fence());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void lateReleaseLeavesTheNextHolderAlone(boolean unanswered) {
        Claim first = TestClient.claim("a");
        Grant grant = client.acquire(first);
        client.release(first);
        Claim second = TestClient.claim("a");
        client.acquire(second);
        assertThat(TestClient.await(client.spi.release(new Release(first, grant, grant.lastToken(), unanswered))))
                .isFalse();
        assertThat(client.renew(second, TestClient.LEASE)).isInstanceOf(Renewal.Extended.class);
    }

    @Test
    void acquireThatComesAfterItsReleaseIsRefused() {
        Claim claim = TestClient.claim("a");
        assertThat(client.releaseUnanswered(claim)).isFalse();
        assertThat(SharedRedis.ttl(keys.tombstone(claim.id()))).isBetween(9_000L, 10_000L);
        assertThat(client.tryAcquire(claim)).isInstanceOf(Attempt.Held.class);
        assertThat(client.waitFor(claim)).isInstanceOf(Attempt.Held.class);
        assertThat(SharedRedis.allKeys()).containsExactly(keys.tombstone(claim.id()));
        client.acquire(TestClient.claim("a"));
    }

    @Test
    void secondCopyOfAnAcquireIsRefusedAfterItsReleaseToo() {
        Claim claim = TestClient.claim("a");
        client.acquire(claim);
        assertThat(client.releaseUnanswered(claim)).isTrue();
        assertThat(client.tryAcquire(claim)).isInstanceOf(Attempt.Held.class);
    }

    @Test
    void answeredReleaseLeavesNoTombstone() {
        Claim claim = TestClient.claim("a");
        client.release(claim);
        assertThat(SharedRedis.allKeys()).isEmpty();
    }

    @Test
    void counterRisesPastTheHighestTokenUsedEvenIfTheClaimIsGone() {
        Claim claim = TestClient.claim("a");
        Grant grant = client.acquire(claim);
        long top = grant.lastToken() + 1_000_000_000_000L;
        SharedRedis.SERVER.command("DEL", keys.lock(), keys.fence());
        TestClient.await(client.spi.release(new Release(claim, grant, top, false)));
        assertThat(SharedRedis.SERVER.command("GET", keys.fence())).isEqualTo(Long.toString(top + 1));
        assertThat(client.acquire(TestClient.claim("a")).firstToken()).isGreaterThan(top);
    }

    @Test
    void counterRisesPastTheTokensOfEveryClaim() {
        Claim claim = TestClient.claim("a", 5);
        Grant grant = client.acquire(claim);
        client.release(claim);
        assertThat(SharedRedis.SERVER.command("GET", keys.fence())).isEqualTo(Long.toString(grant.lastToken() + 1));
    }

    @Test
    void releaseRestoresALostCounterFromTheGrant() {
        Claim claim = TestClient.claim("a");
        Grant grant = client.acquire(claim);
        SharedRedis.SERVER.command("DEL", keys.fence());
        client.release(claim);
        assertThat(SharedRedis.SERVER.command("GET", keys.fence())).isEqualTo(Long.toString(grant.lastToken() + 1));
        assertThat(SharedRedis.ttl(keys.fence())).isGreaterThan(86_000_000);
    }

    @Test
    void foreignKeysAreNotDeleted() {
        SharedRedis.SERVER.command("SET", keys.lock(), "somebody's");
        assertThat(client.release(TestClient.claim("a"))).isFalse();
        assertThat(SharedRedis.SERVER.command("GET", keys.lock())).isEqualTo("somebody's");
    }
}
