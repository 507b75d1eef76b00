package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockspi.LockBackendException;
import io.lockspi.spi.Grant;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InspectTest {
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
    void tellsWhoHoldsAndHowManyWait() {
        assertThat(client.inspect("a")).isEmpty();
        Grant grant = client.acquire(TestClient.claim("a", 5));
        client.enqueue("a");
        client.enqueue("a");
        assertThat(client.inspect("a")).hasValueSatisfying(info -> {
            assertThat(info.name()).isEqualTo("a");
            assertThat(info.host()).isEqualTo(TestClient.OWNER.host());
            assertThat(info.pid()).isEqualTo(TestClient.OWNER.pid());
            assertThat(info.application()).isEqualTo(TestClient.OWNER.application());
            assertThat(info.fencingToken()).isEqualTo(grant.lastToken());
            assertThat(info.remainingLease()).isBetween(Duration.ofSeconds(8), TestClient.LEASE);
            assertThat(info.since())
                    .isBetween(Instant.now().minusSeconds(30), Instant.now().plusSeconds(1));
            assertThat(info.waiters()).isEqualTo(OptionalInt.of(2));
        });
    }

    @Test
    void foreignValueIsNamed() {
        String key = SharedRedis.keys("a").lock();
        SharedRedis.SERVER.command("SET", key, "2:something newer");
        assertThatThrownBy(() -> client.inspect("a"))
                .hasCauseInstanceOf(LockBackendException.class)
                .hasMessageContaining(key);
    }
}
