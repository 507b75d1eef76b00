package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Grant;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AcquireTest {
    private final TestClient client = SharedRedis.client();

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
}
