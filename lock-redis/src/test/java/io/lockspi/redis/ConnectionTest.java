package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.LockUnavailableException;
import io.lockspi.servers.RedisServer;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Attempt.Effect;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Release;
import io.lockspi.spi.Renewal;
import io.lockspi.tck.fault.Cut;
import io.lockspi.tck.fault.Direction;
import io.lockspi.tck.fault.FaultProxy;
import io.lockspi.tck.fault.Framing;
import io.lockspi.tck.fault.Hook;
import io.lockspi.tck.fault.Match;
import io.lockspi.tck.fault.Mode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConnectionTest {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final RedisServer SERVER = SharedRedis.SERVER;

    private final FaultProxy proxy = FaultProxy.to(SERVER.host(), SERVER.port(), Framing.RESP);
    private final TestClient client =
            new TestClient(RedisLocks.at(proxy.host(), proxy.port()).config(), TestClient.SHORT_TIMEOUT);

    @BeforeEach
    void reset() {
        SharedRedis.reset();
    }

    @AfterEach
    void close() {
        client.close();
        proxy.close();
    }

    @Test
    void openingDoesNoInput() {
        client.events.expectNone(Duration.ofMillis(100));
        assertThat(proxy.acceptedConnections()).isZero();
        client.acquire(TestClient.claim("a"));
        assertThat(proxy.acceptedConnections()).isEqualTo(1);
    }

    @Test
    void refusedConnectionMeansThatNothingWasSentAndTheSameClientRecovers() {
        proxy.refuseConnections();
        Attempt attempt = client.tryAcquire(TestClient.claim("a"));
        assertUnavailable(attempt, Effect.NONE);
        assertThat(((Attempt.Unavailable) attempt).cause())
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContainingAll("acquire of lock 'a'", "127.0.0.1:" + proxy.port(), "refused");
        proxy.acceptConnections();
        client.acquire(TestClient.claim("a"));
    }

    @Test
    void cutFailsEverythingInFlightAtOnceAndOpensNothingByItself() throws Exception {
        client.acquire(TestClient.claim("a"));
        proxy.set(Direction.REQUESTS, Mode.HOLD);
        proxy.resetCounts();
        List<CompletionStage<Attempt>> attempts = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            attempts.add(client.spi.tryAcquire(TestClient.claim("b" + i), false));
        }
        proxy.awaitRequests(3, PATIENCE);
        long before = System.nanoTime();
        proxy.cut(Cut.FIN);
        for (CompletionStage<Attempt> attempt : attempts) {
            assertUnavailable(TestClient.await(attempt), Effect.UNKNOWN_CLOSED);
        }
        assertThat(System.nanoTime() - before)
                .as("well before the request timeout")
                .isLessThan(TestClient.SHORT_TIMEOUT.toNanos() * 4 / 5);
        proxy.set(Direction.REQUESTS, Mode.PASS);
        // Redisson's watchdog would come back after 100 ms.
        client.events.expectNone(Duration.ofMillis(400));
        assertThat(proxy.acceptedConnections()).isEqualTo(1);
        client.acquire(TestClient.claim("c"));
        assertThat(proxy.acceptedConnections()).isEqualTo(2);
    }

    @Test
    void silenceClosesTheConnectionAndTheNextRequestGetsAFreshOne() {
        client.acquire(TestClient.claim("a"));
        proxy.set(Direction.REQUESTS, Mode.DROP);
        long before = System.nanoTime();
        assertUnavailable(client.tryAcquire(TestClient.claim("b")), Effect.UNKNOWN_CLOSED);
        assertThat(Duration.ofNanos(System.nanoTime() - before))
                .isBetween(TestClient.SHORT_TIMEOUT, TestClient.SHORT_TIMEOUT.multipliedBy(3));
        proxy.set(Direction.REQUESTS, Mode.PASS);
        client.acquire(TestClient.claim("b"));
        assertThat(proxy.acceptedConnections()).isEqualTo(2);
    }

    @Test
    void slowButSteadyAnswersKeepTheConnection() {
        client.acquire(TestClient.claim("a"));
        proxy.set(Direction.REPLIES, Mode.delay(TestClient.SHORT_TIMEOUT.dividedBy(2)));
        for (int i = 0; i < 4; i++) {
            client.acquire(TestClient.claim("b" + i));
        }
        assertThat(proxy.acceptedConnections()).isEqualTo(1);
    }

    @Test
    void requestsOfOneNameStayInOrder() throws Exception {
        Claim claim = TestClient.claim("a");
        client.acquire(TestClient.claim("warm-up"));
        Hook held = proxy.hold(Match.request());
        CompletionStage<Attempt> attempt = client.spi.tryAcquire(claim, false);
        CompletionStage<Boolean> release = client.spi.release(new Release(claim, null, 0, false));
        held.awaitFired(PATIENCE);
        held.release();
        assertThat(TestClient.await(attempt)).isInstanceOf(Attempt.Granted.class);
        assertThat(TestClient.await(release)).isTrue();
    }

    @Test
    void lostSubscriptionIsRenewedByTheNextPollAndReported() throws Exception {
        TestClient holder = SharedRedis.client();
        holder.acquire(TestClient.claim("a"));
        Hook subscribing = proxy.before(Match.request().containing("SUBSCRIBE"), message -> {});
        Claim waiting = client.enqueue("a");
        proxy.cut(subscribing.awaitFired(PATIENCE).connection(), Cut.RST);
        proxy.awaitOpenConnections(1, PATIENCE);
        assertThat(client.waitFor(waiting)).isInstanceOf(Attempt.Held.class);
        client.events.awaitNext(RecordedEvents.MISSED);
        holder.close();
    }

    @Test
    void deafSubscriptionIsFoundAndReplaced() throws Exception {
        TestClient holder = SharedRedis.client();
        holder.acquire(TestClient.claim("a"));
        Hook subscribing = proxy.before(Match.request().containing("SUBSCRIBE"), message -> {});
        Claim waiting = client.enqueue("a");
        long deaf = subscribing.awaitFired(PATIENCE).connection();
        proxy.drop(
                Match.request().where(message -> message.connection() == deaf).andAllLater());
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (proxy.acceptedConnections() < 3) {
            assertThat(System.nanoTime()).isLessThan(end);
            assertThat(client.waitFor(waiting)).isInstanceOf(Attempt.Held.class);
        }
        client.events.awaitNext(RecordedEvents.MISSED);
        holder.close();
    }

    @Test
    void closeEndsConnectionsAndAnswersEveryCall() throws Exception {
        client.acquire(TestClient.claim("a"));
        client.enqueue("a");
        proxy.set(Direction.REQUESTS, Mode.DROP);
        CompletionStage<Attempt> pending = client.spi.tryAcquire(TestClient.claim("b"), false);
        client.spi.close();
        client.spi.close();
        assertUnavailable(TestClient.await(pending), Effect.UNKNOWN_CLOSED);
        assertUnavailable(client.tryAcquire(TestClient.claim("c")), Effect.NONE);
        proxy.awaitOpenConnections(0, PATIENCE);
        String threadName = "lockspi-redis-127.0.0.1:" + proxy.port();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith(threadName)) {
                thread.join(PATIENCE.toMillis());
                assertThat(thread.isAlive()).isFalse();
            }
        }
    }

    @Test
    void sameClientGoesOnAfterTheServerCameBackWithoutData() {
        try (RedisServer own = RedisServer.start();
                TestClient restarted = TestClient.to(own.host(), own.port())) {
            Claim claim = TestClient.claim("a");
            long token = restarted.acquire(claim).lastToken();
            own.kill();
            assertThat(restarted.tryAcquire(claim)).isInstanceOf(Attempt.Unavailable.class);
            own.restartEmpty();
            assertThat(restarted.renew(claim, TestClient.LEASE)).isInstanceOf(Renewal.NotMine.class);
            assertThat(restarted.acquire(TestClient.claim("a")).lastToken()).isGreaterThan(token);
        }
    }

    private static void assertUnavailable(Attempt attempt, Effect effect) {
        assertThat(attempt).isInstanceOfSatisfying(Attempt.Unavailable.class, failure -> {
            assertThat(failure.effect()).as(failure.toString()).isEqualTo(effect);
            assertThat(failure.permanent()).isFalse();
        });
    }
}
