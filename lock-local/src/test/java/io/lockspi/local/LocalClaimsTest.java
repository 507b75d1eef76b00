package io.lockspi.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.LockInfo;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Grant;
import io.lockspi.spi.Release;
import io.lockspi.spi.Renewal;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Claims, leases and tokens of the local back end. */
class LocalClaimsTest {
    private static final Duration LEASE = Duration.ofSeconds(30);

    private final ManualTime time = new ManualTime();
    private final String store = UUID.randomUUID().toString();
    private final TestClient one = new TestClient(LocalLocks.config(store, time), time);
    private final TestClient two = new TestClient(LocalLocks.config(store, time), time);

    @AfterEach
    void close() {
        one.close();
        two.close();
    }

    @Test
    void freeLockIsGrantedWithABlockOfTokens() {
        Grant grant = one.acquire(TestClient.claim("a", LEASE, 8));

        assertThat(grant.firstToken()).isPositive();
        assertThat(grant.lastToken() - grant.firstToken()).isEqualTo(7);
        assertThat(grant.validFor()).isEqualTo(LEASE);
    }

    @Test
    void sameClaimIsGrantedAgainWithTheSameTokensAndAFullLease() {
        Claim claim = TestClient.claim("a", LEASE, 8);
        Grant first = one.acquire(claim);
        time.advance(Duration.ofSeconds(29));

        assertThat(one.acquire(claim)).isEqualTo(first);
        time.advance(Duration.ofSeconds(29));
        assertThat(two.ask(TestClient.claim("a"), false)).isInstanceOf(Attempt.Held.class);
    }

    @Test
    void otherClaimIsToldWhenToAskAgain() {
        one.acquire(TestClient.claim("a"));
        time.advance(Duration.ofSeconds(10));

        assertThat(two.ask(TestClient.claim("a"), false)).isEqualTo(new Attempt.Held(Duration.ofSeconds(20)));
        assertThat(one.ask(TestClient.claim("a"), false)).isInstanceOf(Attempt.Held.class);
        assertThat(two.ask(TestClient.claim("b"), false)).isInstanceOf(Attempt.Granted.class);
    }

    @Test
    void leaseEndsByTheClock() {
        Claim claim = TestClient.claim("a");
        Grant grant = one.acquire(claim);
        time.advance(LEASE.minusNanos(1));
        assertThat(two.ask(TestClient.claim("a"), false)).isInstanceOf(Attempt.Held.class);

        time.advance(Duration.ofNanos(1));

        assertThat(one.renew(claim, grant, LEASE)).isEqualTo(new Renewal.NotMine());
        assertThat(two.ask(TestClient.claim("a"), false)).isInstanceOf(Attempt.Granted.class);
    }

    @Test
    void leaseThatIsAlmostForEverDoesNotOverflow() {
        Grant grant = one.acquire(TestClient.claim("a", Duration.ofSeconds(Long.MAX_VALUE), 1));
        time.advance(Duration.ofDays(3650));

        assertThat(grant.validFor()).isGreaterThan(Duration.ofDays(3650));
        assertThat(two.ask(TestClient.claim("a"), false)).isInstanceOf(Attempt.Held.class);
    }

    @Test
    void renewalProlongsAndNeverShortens() {
        Claim claim = TestClient.claim("a");
        Grant grant = one.acquire(claim);
        time.advance(Duration.ofSeconds(10));

        assertThat(one.renew(claim, grant, Duration.ofSeconds(5)))
                .isEqualTo(new Renewal.Extended(Duration.ofSeconds(20)));
        assertThat(one.renew(claim, grant, LEASE)).isEqualTo(new Renewal.Extended(LEASE));
    }

    @Test
    void lateRenewalAndReleaseLeaveTheNextHolderAlone() {
        Claim late = TestClient.claim("a");
        Grant grant = one.acquire(late);
        time.advance(LEASE);
        Claim next = TestClient.claim("a");
        Grant granted = two.acquire(next);

        assertThat(one.renew(late, grant, LEASE)).isEqualTo(new Renewal.NotMine());
        assertThat(one.release(late)).isFalse();
        assertThat(two.renew(next, granted, LEASE)).isEqualTo(new Renewal.Extended(LEASE));
    }

    @Test
    void renewalNeverMakesAClaim() {
        Claim claim = TestClient.claim("a");
        Grant grant = one.acquire(claim);
        assertThat(one.release(claim)).isTrue();

        assertThat(one.renew(claim, grant, LEASE)).isEqualTo(new Renewal.NotMine());
        assertThat(one.release(claim)).isFalse();
        assertThat(two.ask(TestClient.claim("a"), false)).isInstanceOf(Attempt.Granted.class);
    }

    @Test
    void tokensRiseFromHolderToHolder() {
        Claim first = TestClient.claim("a", LEASE, 8);
        Grant one = this.one.acquire(first);
        this.one.release(first);
        Claim second = TestClient.claim("a", LEASE, 4);
        Grant two = this.two.acquire(second);

        assertThat(two.firstToken()).isGreaterThan(one.lastToken());
    }

    @Test
    void releaseRaisesTheCounterAlsoWhenTheClaimIsGone() {
        Claim claim = TestClient.claim("a");
        Grant grant = one.acquire(claim);
        time.advance(LEASE);
        long top = grant.lastToken() + 1000;

        one.release(new Release(claim, grant, top, false));

        assertThat(two.acquire(TestClient.claim("a")).firstToken()).isGreaterThan(top);
    }

    @Test
    void tokensRiseAlsoWhenTheStoreWasClosed() {
        Grant before = one.acquire(TestClient.claim("a"));
        close();

        try (TestClient again = new TestClient(LocalLocks.config(store, time), time)) {
            assertThat(again.acquire(TestClient.claim("a")).firstToken()).isGreaterThan(before.lastToken());
        }
    }

    @Test
    void acquireThatArrivesAfterItsReleaseIsRefusedForALease() {
        Claim claim = TestClient.claim("a");
        one.release(new Release(claim, null, 0, true));

        assertThat(one.ask(claim, true)).isInstanceOf(Attempt.Held.class);
        assertThat(two.ask(TestClient.claim("a"), true)).isInstanceOf(Attempt.Granted.class);
        time.advance(LEASE.minusNanos(1));
        assertThat(one.ask(claim, false)).isEqualTo(new Attempt.Held(null));
    }

    @Test
    void inspectNamesTheHolder() {
        Grant grant = one.acquire(TestClient.claim("a", LEASE, 8));
        two.ask(TestClient.claim("a"), true);
        time.advance(Duration.ofSeconds(1));

        assertThat(one.service.inspect("a").toCompletableFuture().join())
                .contains(new LockInfo(
                        "a", "host", 7, "shop", null, grant.lastToken(), Duration.ofSeconds(29), OptionalInt.of(1)));
        assertThat(one.service.inspect("b").toCompletableFuture().join()).isEmpty();
    }

    @Test
    void nothingIsKeptForIdleNames() {
        LocalStore kept = LocalStores.find(store).orElseThrow();
        for (int i = 0; i < 1000; i++) {
            Claim claim = TestClient.claim("released " + i);
            one.acquire(claim);
            one.release(claim);
        }
        assertThat(kept.size()).isZero();

        for (int i = 0; i < 1000; i++) {
            one.acquire(TestClient.claim("expired " + i, Duration.ofMillis(1), 1));
            one.release(new Release(TestClient.claim("buried " + i, Duration.ofMillis(1), 1), null, 0, true));
            time.advance(Duration.ofMillis(1));
        }
        assertThat(kept.size()).isLessThan(100);
    }
}
