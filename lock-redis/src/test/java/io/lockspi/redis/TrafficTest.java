package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.HeldClaim;
import io.lockspi.servers.RedisMonitor;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Grant;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the server sees. */
class TrafficTest {
    private final TestClient client = SharedRedis.client();

    @BeforeEach
    void warmUp() {
        SharedRedis.reset();
        Claim claim = TestClient.claim("warm-up");
        client.acquire(claim);
        client.renew(claim, TestClient.LEASE);
        client.release(claim);
        TestClient.await(client.spi.check());
        SharedRedis.SERVER.command("CONFIG", "RESETSTAT");
    }

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void lockWithoutContentionCostsTwoScriptsAndNoMessage() {
        for (int i = 0; i < 100; i++) {
            Claim claim = TestClient.claim("a");
            client.acquire(claim);
            client.release(claim);
        }
        Map<String, Long> calls = SharedRedis.SERVER.calls();
        assertThat(calls)
                .containsEntry("EVALSHA", 200L)
                .doesNotContainKeys("EVAL", "PUBLISH", "SUBSCRIBE", "INFO", "WAIT");
    }

    @Test
    void noKeyIsEverWithoutExpiry() throws Exception {
        TestClient waiter = SharedRedis.client();
        try (RedisMonitor monitor = SharedRedis.SERVER.monitor()) {
            Claim held = TestClient.claim("a");
            Grant grant = client.acquire(held);
            Claim waiting = waiter.enqueue("a");
            SharedRedis.allKeys()
                    .forEach(key -> assertThat(SharedRedis.ttl(key)).as(key).isPositive());
            client.renew(held, TestClient.LEASE);
            client.guard().get(new HeldClaim("a", held.id(), grant.lastToken()), "x");
            client.releaseUnanswered(held);
            SharedRedis.allKeys()
                    .forEach(key -> assertThat(SharedRedis.ttl(key)).as(key).isPositive());
            waiter.waitFor(waiting);
            SharedRedis.allKeys()
                    .forEach(key -> assertThat(SharedRedis.ttl(key)).as(key).isPositive());
            SharedRedis.SERVER.command("ECHO", "the end");
            monitor.await(line -> line.contains("the end"), Duration.ofSeconds(5));
            assertThat(monitor.lines())
                    .filteredOn(line -> line.contains("lua] \"SET\""))
                    .hasSizeGreaterThan(4)
                    .allSatisfy(line -> assertThat(line).contains("\"PX\""));
        } finally {
            waiter.close();
        }
    }
}
