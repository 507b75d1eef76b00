package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.LockBackendException;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Grant;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AcquireTest {
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
    void freeLockIsGrantedAndHeldLockIsNot() {
        Claim first = TestClient.claim("a");
        Grant grant = client.acquire(first);
        assertThat(grant.validFor()).isEqualTo(TestClient.LEASE);
        Attempt second = client.tryAcquire(TestClient.claim("a"));
        assertThat(second)
                .isInstanceOfSatisfying(
                        Attempt.Held.class,
                        held -> assertThat(held.retryAfter())
                                .isBetween(Duration.ofSeconds(8), TestClient.LEASE.plusMillis(1)));
        assertThat(client.release(first)).isTrue();
        client.acquire(TestClient.claim("a"));
    }

    @Test
    void askingAgainRepeatsTheGrantAndNeverShortensIt() {
        Claim claim = TestClient.claim("a", 8);
        Grant first = client.acquire(claim);
        SharedRedis.SERVER.command("PEXPIRE", keys.fence(), "5000");
        Grant again = client.acquire(TestClient.withLease(claim, Duration.ofSeconds(1)));
        assertThat(again.firstToken()).isEqualTo(first.firstToken());
        assertThat(again.lastToken()).isEqualTo(first.lastToken());
        assertThat(again.validFor()).isGreaterThan(Duration.ofSeconds(8));
        assertThat(SharedRedis.ttl(keys.lock())).isGreaterThan(8_000);
        assertThat(SharedRedis.ttl(keys.fence())).isGreaterThan(86_000_000);
        Grant longer = client.acquire(TestClient.withLease(claim, Duration.ofSeconds(60)));
        assertThat(longer.lastToken()).isEqualTo(first.lastToken());
        assertThat(SharedRedis.ttl(keys.lock())).isGreaterThan(50_000);
    }

    @Test
    void tokensComeInBlocksThatNeverOverlap() {
        long highest = 0;
        for (int i = 0; i < 50; i++) {
            Claim claim = TestClient.claim("a", 1 + 1_000_000 * (i % 3));
            Grant grant = client.acquire(claim);
            assertThat(grant.firstToken()).isGreaterThan(highest);
            assertThat(grant.lastToken() - grant.firstToken()).isEqualTo(claim.tokens() - 1);
            highest = grant.lastToken();
            client.release(claim);
        }
    }

    @Test
    void tokensRiseAlthoughTheCounterIsLost() {
        Claim first = TestClient.claim("a");
        long before = client.acquire(first).lastToken();
        client.release(first);
        SharedRedis.SERVER.command("DEL", keys.fence());
        Grant grant = client.acquire(TestClient.claim("a", 1_000));
        assertThat(grant.lastToken()).isGreaterThan(before);
        Instant seeded = Instant.ofEpochSecond(grant.lastToken() / 1_000_000);
        assertThat(seeded)
                .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(60));
    }

    @Test
    void askingAgainRestoresALostCounter() {
        Claim claim = TestClient.claim("a");
        Grant grant = client.acquire(claim);
        SharedRedis.SERVER.command("DEL", keys.fence());
        client.acquire(claim);
        assertThat(SharedRedis.SERVER.command("GET", keys.fence())).isEqualTo(Long.toString(grant.lastToken()));
    }

    @Test
    void largestTokensAreExact() {
        SharedRedis.SERVER.command("SET", keys.fence(), "9007199254740980");
        Claim claim = TestClient.claim("a", 10);
        Grant grant = client.acquire(claim);
        assertThat(grant.firstToken()).isEqualTo(9_007_199_254_740_981L);
        assertThat(grant.lastToken()).isEqualTo(9_007_199_254_740_990L);
        assertThat(SharedRedis.SERVER.command("GET", keys.fence())).isEqualTo("9007199254740990");
        assertThat(String.valueOf(SharedRedis.SERVER.command("GET", keys.lock())))
                .startsWith("1:9007199254740990:");
        client.release(claim);
        assertThat(permanentFailure(client.tryAcquire(TestClient.claim("a", 10))))
                .contains("acquire of lock 'a'", "redis://127.0.0.1", keys.fence(), "2^53");
    }

    @ParameterizedTest
    @ValueSource(strings = {"lock", "fence"})
    void foreignValueIsNamedAndLeftAlone(String kind) {
        String key = keys.base() + kind;
        SharedRedis.SERVER.command("SET", key, "somebody's");
        assertThat(permanentFailure(client.tryAcquire(TestClient.claim("a")))).contains("'a'", key, "prefix");
        assertThat(SharedRedis.SERVER.command("GET", key)).isEqualTo("somebody's");
    }

    @ParameterizedTest
    @ValueSource(strings = {"lock", "fence", "queue"})
    void keyOfAnotherTypeIsRefusedAndLeftAlone(String kind) {
        String key = keys.base() + kind;
        SharedRedis.SERVER.command("HSET", key, "field", "value");
        assertThat(permanentFailure(client.tryAcquire(TestClient.claim("a"))))
                .contains("'a'", kind.equals("queue") ? "WRONGTYPE" : key, "prefix");
        assertThat(SharedRedis.allKeys()).containsExactly(key);
    }

    @Test
    void dataUnderTheRawNameDoesNotMatter() {
        SharedRedis.SERVER.command("HSET", "a", "field", "value");
        client.acquire(TestClient.claim("a"));
    }

    @Test
    void singleAttemptLeavesNothingBehind() {
        client.acquire(TestClient.claim("a"));
        List<String> before = SharedRedis.allKeys();
        assertThat(client.tryAcquire(TestClient.claim("a"))).isInstanceOf(Attempt.Held.class);
        assertThat(SharedRedis.allKeys()).containsExactlyInAnyOrderElementsOf(before);
    }

    @Test
    void expiredClaimMakesRoom() {
        client.acquire(TestClient.withLease(TestClient.claim("a"), Duration.ofMillis(30)));
        Claim next = TestClient.claim("a");
        long end = System.nanoTime() + Duration.ofSeconds(5).toNanos();
        while (!(client.tryAcquire(next) instanceof Attempt.Granted)) {
            assertThat(System.nanoTime()).isLessThan(end);
        }
        assertThat(SharedRedis.ttl(keys.lock())).isPositive();
    }

    private static String permanentFailure(Attempt attempt) {
        assertThat(attempt).isInstanceOfSatisfying(Attempt.Unavailable.class, failure -> {
            assertThat(failure.permanent()).isTrue();
            assertThat(failure.effect()).isEqualTo(Attempt.Effect.NONE);
            assertThat(failure.cause()).isInstanceOf(LockBackendException.class);
        });
        return String.valueOf(((Attempt.Unavailable) attempt).cause().getMessage());
    }
}
