package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.HeldClaim;
import io.lockspi.servers.RedisServer;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Attempt.Effect;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Grant;
import io.lockspi.spi.Release;
import io.lockspi.spi.Renewal;
import io.lockspi.tck.fault.Cut;
import io.lockspi.tck.fault.FaultProxy;
import io.lockspi.tck.fault.Framing;
import io.lockspi.tck.fault.Hook;
import io.lockspi.tck.fault.Match;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Lost, late and doubled messages: none leaves an orphan, frees another claim or counts twice. */
class LostMessagesTest {
    private static final RedisServer SERVER = SharedRedis.SERVER;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final FaultProxy proxy = FaultProxy.to(SERVER.host(), SERVER.port(), Framing.RESP);
    private final TestClient client = TestClient.to(proxy.host(), proxy.port());
    private final TestClient other = SharedRedis.client();
    private final Claim claim = TestClient.claim("a");

    @BeforeEach
    void reset() {
        SharedRedis.reset();
        Claim warmUp = TestClient.claim("warm-up");
        client.acquire(warmUp);
        client.renew(warmUp, TestClient.LEASE);
        client.release(warmUp);
    }

    @AfterEach
    void close() {
        client.close();
        other.close();
        proxy.close();
    }

    @Test
    void acquireWhoseAnswerWasLostIsGrantedAgain() {
        proxy.loseAnswer(about(Script.ACQUIRE), Cut.RST);
        assertUnknown(client.tryAcquire(claim));
        assertHeld(other.tryAcquire(TestClient.claim("a")));
        Grant grant = client.acquire(claim);
        assertThat(SERVER.command("GET", SharedRedis.keys("a").fence())).isEqualTo(Long.toString(grant.lastToken()));
        assertThat(client.release(claim)).isTrue();
        other.acquire(TestClient.claim("a"));
    }

    @Test
    void acquireThatArrivesTwiceIsOneGrant() {
        proxy.duplicate(about(Script.ACQUIRE));
        Grant grant = client.acquire(claim);
        assertThat(SERVER.command("GET", SharedRedis.keys("a").fence())).isEqualTo(Long.toString(grant.lastToken()));
        assertThat(client.release(claim)).isTrue();
        other.acquire(TestClient.claim("a"));
    }

    @Test
    void acquireThatArrivesAfterItsReleaseIsRefused() throws Exception {
        Hook held = proxy.hold(about(Script.ACQUIRE));
        CompletionStage<Attempt> attempt = client.spi.tryAcquire(claim, false);
        held.awaitFired(PATIENCE);
        proxy.cut(Cut.RST);
        assertUnknown(TestClient.await(attempt));
        assertThat(client.releaseUnanswered(claim)).isFalse();
        long before = SharedRedis.calls("EVALSHA");
        held.release();
        awaitCalls(before + 1);
        other.acquire(TestClient.claim("a"));
    }

    @Test
    void renewalThatArrivesAfterTheReleaseResurrectsNothing() throws Exception {
        client.acquire(claim);
        Hook held = proxy.hold(about(Script.RENEW));
        CompletableFuture<Renewal.Result> renewal =
                CompletableFuture.supplyAsync(() -> client.renew(claim, TestClient.LEASE));
        held.awaitFired(PATIENCE);
        proxy.cut(Cut.RST);
        assertThat(renewal.join()).isInstanceOf(Renewal.Unknown.class);
        assertThat(client.release(claim)).isTrue();
        long before = SharedRedis.calls("EVALSHA");
        held.release();
        awaitCalls(before + 1);
        assertThat(SharedRedis.allKeys()).doesNotContain(SharedRedis.keys("a").lock());
    }

    @Test
    void releaseThatArrivesAfterTheNextGrantHarmsNobody() throws Exception {
        Grant grant = client.acquire(claim);
        Hook held = proxy.hold(about(Script.RELEASE));
        CompletionStage<Boolean> first = client.spi.release(new Release(claim, grant, grant.lastToken(), false));
        held.awaitFired(PATIENCE);
        proxy.cut(Cut.RST);
        assertThat(first.toCompletableFuture()).failsWithin(PATIENCE);
        assertThat(client.release(claim)).isTrue();
        Claim next = TestClient.claim("a");
        other.acquire(next);
        long before = SharedRedis.calls("EVALSHA");
        held.release();
        awaitCalls(before + 1);
        assertThat(other.renew(next, TestClient.LEASE)).isInstanceOf(Renewal.Extended.class);
    }

    @Test
    void releaseWhoseAnswerWasLostWasDone() {
        Grant grant = client.acquire(claim);
        proxy.loseAnswer(about(Script.RELEASE), Cut.FIN);
        assertThat(client.spi
                        .release(new Release(claim, grant, grant.lastToken(), false))
                        .toCompletableFuture())
                .failsWithin(PATIENCE);
        assertThat(client.release(claim)).isFalse();
        other.acquire(TestClient.claim("a"));
    }

    @Test
    void scriptsThatTheServerForgotAreSentAgainInsideTheCall() {
        for (int round = 0; round < 2; round++) {
            SERVER.command("SCRIPT", "FLUSH");
            Grant grant = client.acquire(claim);
            SERVER.command("SCRIPT", "FLUSH");
            assertThat(client.renew(claim, TestClient.LEASE)).isInstanceOf(Renewal.Extended.class);
            SERVER.command("SCRIPT", "FLUSH");
            assertThat(client.inspect("a")).isPresent();
            SERVER.command("SCRIPT", "FLUSH");
            client.guard().set(new HeldClaim("a", claim.id(), grant.lastToken()), "x", "1");
            SERVER.command("SCRIPT", "FLUSH");
            TestClient.await(client.spi.check());
            SERVER.command("SCRIPT", "FLUSH");
            assertThat(client.release(claim)).isTrue();
        }
    }

    private static Match about(Script script) {
        return Match.request().containing(script.sha());
    }

    private static void awaitCalls(long count) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (SharedRedis.calls("EVALSHA") < count) {
            assertThat(System.nanoTime())
                    .as("the held request has reached the server")
                    .isLessThan(end);
        }
    }

    private static void assertUnknown(Attempt attempt) {
        assertThat(attempt).isInstanceOfSatisfying(Attempt.Unavailable.class, failure -> {
            assertThat(failure.effect()).isEqualTo(Effect.UNKNOWN_CLOSED);
            assertThat(failure.permanent()).isFalse();
            assertThat(failure.cause()).hasMessageContainingAll("acquire of lock 'a'", "redis://127.0.0.1:");
        });
    }

    private static void assertHeld(Attempt attempt) {
        assertThat(attempt).isInstanceOf(Attempt.Held.class);
    }
}
