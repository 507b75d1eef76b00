package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.spi.Attempt;
import io.lockspi.spi.Attempt.Effect;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Renewal;
import io.lockspi.tck.fault.Cut;
import io.lockspi.tck.fault.FaultProxy;
import io.lockspi.tck.fault.Framing;
import io.lockspi.tck.fault.Match;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.redisson.config.NameMapper;

/** Locks over a client that the application has already. */
class ApplicationClientTest {
    private final FaultProxy proxy = FaultProxy.to(SharedRedis.SERVER.host(), SharedRedis.SERVER.port(), Framing.RESP);
    private final RedissonClient redisson = redisson();
    private final TestClient client = new TestClient(RedisLocks.using(redisson), Duration.ofSeconds(1));
    private final TestClient other = SharedRedis.client();

    private RedissonClient redisson() {
        Config config = new Config();
        // An application's names and retries are not ours.
        config.setNameMapper(new Shouting());
        config.useSingleServer()
                .setAddress("redis://" + proxy.host() + ":" + proxy.port())
                .setConnectionMinimumIdleSize(1)
                .setConnectionPoolSize(4)
                .setRetryAttempts(5);
        return Redisson.create(config);
    }

    @BeforeEach
    void reset() {
        SharedRedis.reset();
    }

    @AfterEach
    void close() {
        client.close();
        other.close();
        redisson.shutdown();
        proxy.close();
    }

    @Test
    void excludesClientsWithConnectionsOfTheirOwn() {
        Claim claim = TestClient.claim("a");
        client.acquire(claim);
        assertThat(other.tryAcquire(TestClient.claim("a"))).isInstanceOf(Attempt.Held.class);
        assertThat(client.renew(claim, TestClient.LEASE)).isInstanceOf(Renewal.Extended.class);
        assertThat(client.inspect("a")).isPresent();
        TestClient.await(client.spi.check());
        assertThat(client.release(claim)).isTrue();
        other.acquire(TestClient.claim("a"));
    }

    @Test
    void hearsOfReleases() {
        Claim held = TestClient.claim("a");
        other.acquire(held);
        Claim waiting = client.enqueue("a");
        other.release(held);
        client.events.awaitNext("a");
        assertThat(client.waitFor(waiting)).isInstanceOf(Attempt.Granted.class);
    }

    @Test
    void clientStaysOpenWhenTheServiceIsClosed() {
        other.acquire(TestClient.claim("a"));
        client.enqueue("a");
        client.spi.close();
        assertThat(redisson.isShutdown()).isFalse();
        redisson.getBucket("b").set("x");
        assertThat(client.tryAcquire(TestClient.claim("b"))).isInstanceOf(Attempt.Unavailable.class);
    }

    @Test
    void missingAnswerIsUnknownAndNothingIsSentAgain() {
        client.acquire(TestClient.claim("warm-up"));
        proxy.loseAnswer(Match.request().containing(Script.ACQUIRE.sha()), Cut.RST);
        Claim claim = TestClient.claim("a");
        assertThat(client.tryAcquire(claim)).isInstanceOfSatisfying(Attempt.Unavailable.class, failure -> {
            assertThat(failure.effect()).isEqualTo(Effect.UNKNOWN_OPEN);
            assertThat(failure.permanent()).isFalse();
        });
        assertThat(other.tryAcquire(TestClient.claim("a"))).isInstanceOf(Attempt.Held.class);
        assertThat(client.releaseUnanswered(claim)).isTrue();
    }

    /** A name mapper that would give every lock another key. */
    private static final class Shouting implements NameMapper {
        @Override
        public @Nullable String map(@Nullable String name) {
            return name == null ? null : "APP:" + name;
        }

        @Override
        public @Nullable String unmap(@Nullable String name) {
            return name == null ? null : name.substring(4);
        }
    }
}
