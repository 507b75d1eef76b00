package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lockspi.HeldClaim;
import io.lockspi.LockBackendException;
import io.lockspi.LockLostException;
import io.lockspi.LossEvent;
import io.lockspi.StaleTokenException;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Grant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GuardTest {
    private final TestClient client = SharedRedis.client();
    private final RedisGuard guard = client.guard();
    private final LockKeys keys = SharedRedis.keys("a");
    private final Claim claim = TestClient.claim("a", 10);

    @BeforeEach
    void reset() {
        SharedRedis.reset();
    }

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void holderReadsAndWrites() {
        HeldClaim held = section(client.acquire(claim), 0);
        assertThat(guard.get(held, "stock")).isEmpty();
        guard.set(held, "stock", "41");
        assertThat(guard.get(held, "stock")).contains("41");
        assertThat(guard.compareAndSet(held, "stock", "40", "39")).isFalse();
        assertThat(guard.compareAndSet(held, "stock", "41", "40")).isTrue();
        assertThat(guard.get(held, "stock")).contains("40");
        assertThat(SharedRedis.SERVER.command("GET", keys.data("stock"))).isEqualTo("40");
        assertThat(guard.delete(held, "stock")).isTrue();
        assertThat(guard.delete(held, "stock")).isFalse();
        assertThat(guard.compareAndSet(held, "stock", "", "1")).isFalse();
        assertThat(SharedRedis.ttl(keys.seen("stock"))).isGreaterThan(86_000_000);
    }

    @Test
    void claimThatIsOverHasNoEffect() {
        HeldClaim held = section(client.acquire(claim), 0);
        guard.set(held, "stock", "41");
        client.release(claim);
        assertLost(held);
        client.acquire(TestClient.claim("a"));
        assertLost(held);
        assertThat(SharedRedis.SERVER.command("GET", keys.data("stock"))).isEqualTo("41");
    }

    private void assertLost(HeldClaim held) {
        assertThatExceptionOfType(LockLostException.class)
                .isThrownBy(() -> guard.set(held, "stock", "0"))
                .withMessageContainingAll("'stock'", "'a'", Long.toString(held.fencingToken()), "again")
                .satisfies(lost -> assertThat(lost.event().cause()).isEqualTo(LossEvent.Cause.REVOKED));
    }

    @Test
    void earlierSectionOfTheSameClaimHasNoEffect() {
        Grant grant = client.acquire(claim);
        guard.get(section(grant, 1), "stock");
        assertThatExceptionOfType(StaleTokenException.class)
                .isThrownBy(() -> guard.set(section(grant, 0), "stock", "0"))
                .satisfies(stale -> {
                    assertThat(stale.token()).isEqualTo(grant.firstToken());
                    assertThat(stale.highest()).isEqualTo(grant.firstToken() + 1);
                });
        guard.set(section(grant, 0), "other stock", "1");
        assertThat(SharedRedis.SERVER.command("GET", keys.data("stock"))).isNull();
    }

    @Test
    void tokenThatWasNeverGrantedIsRefused() {
        Grant grant = client.acquire(claim);
        HeldClaim invented = new HeldClaim("a", claim.id(), grant.lastToken() + 1);
        assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> guard.set(invented, "stock", "0"));
    }

    @Test
    void keysOfOthersAreNamedAndLeftAlone() {
        HeldClaim held = section(client.acquire(claim), 0);
        SharedRedis.SERVER.command("LPUSH", keys.data("list"), "x");
        SharedRedis.SERVER.command("SET", keys.seen("text"), "x");
        assertThatExceptionOfType(LockBackendException.class)
                .isThrownBy(() -> guard.set(held, "list", "0"))
                .withMessageContainingAll("guarded set", "'a'", keys.data("list"));
        assertThatExceptionOfType(LockBackendException.class)
                .isThrownBy(() -> guard.set(held, "text", "0"))
                .withMessageContaining(keys.seen("text"));
        assertThat(SharedRedis.allKeys()).doesNotContain(keys.seen("list"), keys.data("text"));
    }

    private HeldClaim section(Grant grant, int index) {
        return new HeldClaim("a", claim.id(), grant.firstToken() + index);
    }
}
