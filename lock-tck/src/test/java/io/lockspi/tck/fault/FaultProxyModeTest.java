package io.lockspi.tck.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class FaultProxyModeTest extends ProxyFixture {

    @Test
    void passesAndCountsBothDirections() throws Exception {
        client.send("a", "b");
        assertThat(client.receive()).isEqualTo("+a");
        assertThat(client.receive()).isEqualTo("+b");

        proxy.awaitRequests(2, SOON);
        proxy.awaitReplies(2, SOON);
        assertThat(proxy.seen(Direction.REQUESTS)).isEqualTo(2);
        assertThat(proxy.acceptedConnections()).isEqualTo(1);
        assertThat(proxy.openConnections()).isEqualTo(1);
    }

    @Test
    void awaitingTooManyRequestsSaysHowManyCame() throws Exception {
        client.ask("a");
        assertThatThrownBy(() -> proxy.awaitRequests(2, Duration.ofMillis(20)))
                .isInstanceOf(TimeoutException.class)
                .hasMessageContaining("Not 2 REQUESTS")
                .hasMessageContaining("1 requests and 1 replies");
    }

    @Test
    void resetCountsStartsAtZero() throws Exception {
        client.ask("a");
        proxy.resetCounts();
        assertThat(proxy.seen(Direction.REPLIES)).isZero();
        client.ask("b");
        assertThat(proxy.seen(Direction.REPLIES)).isEqualTo(1);
    }

    @Test
    void delayIsKeptAndDoesNotReorder() throws Exception {
        proxy.set(Direction.REQUESTS, Mode.delay(Duration.ofMillis(150)));
        long start = System.nanoTime();
        client.send("slow");
        proxy.awaitRequests(1, SOON);
        proxy.set(Direction.REQUESTS, Mode.PASS);
        client.send("fast");

        assertThat(client.receive()).isEqualTo("+slow");
        assertThat(System.nanoTime() - start)
                .isGreaterThanOrEqualTo(Duration.ofMillis(150).toNanos());
        assertThat(client.receive()).isEqualTo("+fast");
    }

    @Test
    void delaysOfPipelinedMessagesDoNotAddUp() throws Exception {
        proxy.set(Direction.REPLIES, Mode.delay(Duration.ofMillis(200)));
        long start = System.nanoTime();
        for (int i = 0; i < 10; i++) {
            client.send("m" + i);
        }
        for (int i = 0; i < 10; i++) {
            assertThat(client.receive()).isEqualTo("+m" + i);
        }
        assertThat(System.nanoTime() - start)
                .isBetween(
                        Duration.ofMillis(200).toNanos(),
                        Duration.ofMillis(1000).toNanos());
    }

    @Test
    void holdKeepsTheOrderAndPassReleases() throws Exception {
        proxy.set(Direction.REQUESTS, Mode.HOLD);
        client.send("a", "b");
        proxy.awaitRequests(2, SOON);
        assertThat(received(SHORT)).isNull();
        assertThat(proxy.waiting()).isEqualTo(2);

        proxy.set(Direction.REQUESTS, Mode.PASS);
        assertThat(client.receive()).isEqualTo("+a");
        assertThat(client.receive()).isEqualTo("+b");
    }

    @Test
    void discardHeldForgetsWhatIsHeldOnly() throws Exception {
        proxy.set(Direction.REQUESTS, Mode.HOLD);
        client.send("lost");
        proxy.awaitRequests(1, SOON);
        proxy.discardHeld();
        proxy.heal();
        assertThat(client.ask("next")).isEqualTo("+next");
        assertThat(server.received).containsExactly("next");
    }

    @Test
    void healDeliversWhatWasHeldInBothDirections() throws Exception {
        proxy.set(Direction.REPLIES, Mode.HOLD);
        client.send("a");
        proxy.awaitReplies(1, SOON);
        proxy.set(Direction.REQUESTS, Mode.HOLD);
        client.send("b");
        proxy.awaitRequests(2, SOON);
        assertThat(client.hearsNothingFor(SHORT)).isTrue();

        proxy.heal();
        assertThat(client.receive()).isEqualTo("+a");
        assertThat(client.receive()).isEqualTo("+b");
    }

    @Test
    void droppedRepliesMeanAppliedButUnanswered() throws Exception {
        proxy.set(Direction.REPLIES, Mode.DROP);
        client.send("applied");
        assertThat(received()).isEqualTo("applied");
        proxy.awaitReplies(1, SOON);
        assertThat(client.hearsNothingFor(SHORT)).isTrue();
    }

    @Test
    void blackHoleSwallowsTheEndOfTheStreamUntilHealed() throws Exception {
        client.ask("a");
        assertThat(received()).isEqualTo("a");
        proxy.blackHole();
        client.close();
        proxy.awaitOpenConnections(0, SOON);
        assertThat(received(SHORT)).isNull();

        proxy.heal();
        assertThat(received()).isIn("EOF", "RESET");
    }

    @Test
    void blackHoleHidesThatTheServerIsGone() throws Exception {
        client.ask("a");
        proxy.blackHole();
        server.close();
        assertThat(client.hearsNothingFor(SHORT)).isTrue();
        try (LineClient late = new LineClient(proxy.port())) {
            late.send("b");
            assertThat(late.hearsNothingFor(SHORT)).isTrue();
        }
    }

    @Test
    void clientOfAnUnreachableServerIsReset() {
        try (FaultProxy nobody = FaultProxy.to("127.0.0.1", server.port(), Framing.RAW);
                FaultProxy before = FaultProxy.to("127.0.0.1", nobody.port(), Framing.RAW)) {
            nobody.refuseConnections();
            assertThatThrownBy(() -> {
                        try (LineClient late = new LineClient(before.port())) {
                            late.ask("a");
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void negativeDelayIsRefused() {
        assertThatThrownBy(() -> Mode.delay(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PT-0.001S");
    }
}
