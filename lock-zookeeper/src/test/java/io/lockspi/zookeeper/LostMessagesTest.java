package io.lockspi.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.LockConfig;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Release;
import io.lockspi.tck.fault.Cut;
import io.lockspi.tck.fault.FaultProxy;
import io.lockspi.tck.fault.Hook;
import io.lockspi.tck.fault.Match;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests and answers that are lost on the way, at the back end. */
class LostMessagesTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final int CREATE2 = 15;
    private static final int DELETE = 2;

    private final FaultProxy proxy = FaultFixture.PROXY;
    private TestClient client;
    private TestClient other;

    @BeforeEach
    void connect() {
        FaultFixture.heal();
        client = new TestClient(FaultFixture.proxied(FaultFixture.LONG_SESSION + "&connectTimeout=5s"));
        other = new TestClient(FaultFixture.direct(FaultFixture.LONG_SESSION + "&connectTimeout=5s"));
        assertThat(client.spi.check()).succeedsWithin(SOON);
        // Makes the parents, so that the next create is the claim's.
        for (String lock : List.of("reply", "unwanted", "twice", "delete", "search")) {
            Claim claim = TestClient.claim(lock);
            client.acquire(claim);
            client.release(claim);
        }
    }

    @AfterEach
    void close() {
        FaultFixture.heal();
        client.close();
        other.close();
    }

    /** Requests of one operation; bytes 8 to 11 after the length and the number are its code. */
    private static Match operation(int code, String part) {
        return Match.request()
                .containing(part)
                .where(message -> message.bytes().length > 12
                        && ByteBuffer.wrap(message.bytes()).getInt(8) == code);
    }

    @Test
    void aCreateWhoseAnswerIsLostLeavesNoOrphanWhenTheClaimIsReleased() {
        proxy.loseAnswer(operation(CREATE2, "reply"), Cut.RST);
        Claim claim = TestClient.claim("reply");
        Attempt.Unavailable lost = TestClient.unavailable(client.waitFor(claim));
        assertThat(lost.permanent()).isFalse();
        assertThat(lost.effect()).isEqualTo(Attempt.Effect.UNKNOWN_CLOSED);
        assertThat(lost.cause())
                .hasMessageContaining("'reply'")
                .hasMessageContaining("connection to ZooKeeper was lost");
        assertThat(FaultFixture.queued("reply")).isEqualTo(1);
        assertThat(TestClient.await(client.spi.release(new Release(claim, null, 0, true))))
                .isTrue();
        assertThat(FaultFixture.queued("reply")).isZero();
    }

    @Test
    void aCreateWhoseAnswerIsLostIsGrantedWhenTheClaimIsAskedForAgain() {
        proxy.loseAnswer(operation(CREATE2, "twice"), Cut.FIN);
        Claim claim = TestClient.claim("twice");
        TestClient.unavailable(client.waitFor(claim));
        Eventually.until("it is granted", () -> client.waitFor(claim) instanceof Attempt.Granted);
        Eventually.until("one node is left", () -> FaultFixture.queued("twice") == 1);
        assertThat(other.tryAcquire(TestClient.claim("twice"))).isInstanceOf(Attempt.Held.class);
        client.release(claim);
        assertThat(FaultFixture.queued("twice")).isZero();
    }

    @Test
    void aClaimThatIsReleasedWhileItsCreateIsOnTheWayLeavesNothing() throws Exception {
        Hook hook = proxy.hold(operation(CREATE2, "unwanted"));
        Claim claim = TestClient.claim("unwanted");
        CompletionStage<Attempt> attempt = client.spi.tryAcquire(claim, true);
        hook.awaitFired(SOON);
        CompletionStage<Boolean> release = client.spi.release(new Release(claim, null, 0, true));
        hook.release();
        TestClient.await(release);
        TestClient.await(attempt);
        Eventually.until("nothing is left", () -> FaultFixture.queued("unwanted") == 0);
    }

    @Test
    void aDeletionThatFailedIsFinishedWhenTheConnectionIsBack() {
        Claim claim = TestClient.claim("delete");
        client.acquire(claim);
        proxy.drop(operation(DELETE, "delete"));
        proxy.after(operation(DELETE, "delete"), message -> proxy.cut(Cut.RST));
        assertThat(client.spi.release(new Release(claim, null, 0, false)).toCompletableFuture())
                .failsWithin(SOON);
        // Nobody asks again: the back end looks after it.
        Eventually.until("the node is gone", () -> FaultFixture.queued("delete") == 0);
        TestClient.granted(other.tryAcquire(TestClient.claim("delete")));
    }

    @Test
    void aReleaseThatHadNoConnectionIsFinishedLater() {
        Claim claim = TestClient.claim("search");
        try (TestClient hasty = new TestClient(
                LockConfig.of(FaultFixture.proxied(FaultFixture.LONG_SESSION + "&connectTimeout=100ms")),
                Duration.ofSeconds(1))) {
            assertThat(hasty.spi.check()).succeedsWithin(SOON);
            hasty.acquire(claim);
            proxy.refuseConnections();
            proxy.cut(Cut.RST);
            Eventually.until(
                    "the cut is noticed",
                    () -> TestClient.await(hasty.spi.tryAcquire(claim, true)) instanceof Attempt.Unavailable);
            assertThat(hasty.spi.release(new Release(claim, null, 0, false)).toCompletableFuture())
                    .failsWithin(SOON);
            proxy.acceptConnections();
            Eventually.until("the node is gone", () -> FaultFixture.queued("search") == 0);
        }
    }
}
