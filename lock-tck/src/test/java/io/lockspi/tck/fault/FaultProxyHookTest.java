package io.lockspi.tck.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.SocketException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class FaultProxyHookTest extends ProxyFixture {

    @Test
    void heldRequestArrivesAfterItsSenderHasClosed() throws Exception {
        Hook held = proxy.hold(Match.request(2));
        client.ask("a");
        client.send("late");
        held.awaitFired(SOON);
        client.close();
        proxy.awaitOpenConnections(0, SOON);
        assertThat(received()).isEqualTo("a");
        assertThat(received(SHORT)).isNull();

        held.release();
        assertThat(received()).isEqualTo("late");
        assertThat(received()).isEqualTo("EOF");
    }

    @Test
    void heldRequestArrivesAfterACut() throws Exception {
        Hook held = proxy.hold(Match.request());
        client.send("late");
        held.awaitFired(SOON);
        proxy.cut(Cut.RST);
        assertThatThrownBy(() -> client.receive()).isInstanceOf(SocketException.class);
        assertThat(received(SHORT)).isNull();

        held.release();
        assertThat(received()).isEqualTo("late");
    }

    @Test
    void discardedRequestNeverArrives() throws Exception {
        Hook held = proxy.hold(Match.request());
        client.send("never");
        held.awaitFired(SOON);
        proxy.cut(Cut.FIN);
        proxy.discardHeld();
        assertThat(received()).isEqualTo("EOF");
    }

    @Test
    void whatFollowsAHeldRequestWaitsBehindIt() throws Exception {
        Hook held = proxy.hold(Match.request());
        client.send("a", "b");
        proxy.awaitRequests(2, SOON);
        assertThat(received(SHORT)).isNull();
        held.release();
        assertThat(client.receive()).isEqualTo("+a");
        assertThat(client.receive()).isEqualTo("+b");
    }

    @Test
    void otherConnectionsAreNotHeldUp() throws Exception {
        Hook held = proxy.hold(Match.request());
        client.send("a");
        held.awaitFired(SOON);
        try (LineClient other = new LineClient(proxy.port())) {
            assertThat(other.ask("b")).isEqualTo("+b");
        }
    }

    @Test
    void lostAnswerMeansAppliedAndCutOff() throws Exception {
        Hook lost = proxy.loseAnswer(Match.request().containing("two"), Cut.RST);
        client.send("one", "two", "three");
        assertThat(client.receive()).isEqualTo("+one");
        assertThatThrownBy(() -> client.receive()).isInstanceOf(SocketException.class);
        assertThat(lost.awaitFired(SOON).contains("two")).isTrue();
        assertThat(received()).isEqualTo("one");
        assertThat(received()).isEqualTo("two");
    }

    @Test
    void lateAnswerToTheMatchedRequestOnly() throws Exception {
        Hook late = proxy.hold(Match.answerTo(Match.request().containing("two")));
        client.send("one", "two");
        assertThat(client.receive()).isEqualTo("+one");
        late.awaitFired(SOON);
        assertThat(client.hearsNothingFor(SHORT)).isTrue();
        late.release();
        assertThat(client.receive()).isEqualTo("+two");
    }

    @Test
    void droppedRequestHasNoAnswerAndDoesNotShiftLaterOnes() throws Exception {
        proxy.drop(Match.request().containing("gone"));
        Hook answer = proxy.after(Match.answerTo(Match.request().containing("kept")), message -> {});
        client.send("gone", "kept");
        assertThat(client.receive()).isEqualTo("+kept");
        assertThat(answer.awaitFired(SOON).contains("kept")).isTrue();
    }

    @Test
    void duplicateReachesTheServerTwiceAndTheClientOnce() throws Exception {
        proxy.duplicate(Match.request().containing("twice"));
        Hook answer = proxy.after(Match.answerTo(Match.request().containing("next")), message -> {});
        client.send("twice", "next");
        assertThat(client.receive()).isEqualTo("+twice");
        assertThat(client.receive()).isEqualTo("+next");
        assertThat(server.received).containsExactly("twice", "twice", "next");
        assertThat(answer.awaitFired(SOON).contains("next")).isTrue();
    }

    @Test
    void modeSetBeforeARequestCatchesItsAnswer() throws Exception {
        proxy.before(Match.request(2), message -> proxy.set(Direction.REPLIES, Mode.DROP));
        proxy.after(Match.reply(2), message -> proxy.cut(message.connection(), Cut.FIN));
        assertThat(client.ask("a")).isEqualTo("+a");
        assertThat(client.ask("b")).isNull();
        assertThat(server.received).startsWith("a", "b");
    }

    @Test
    void delayAppliesToOneMessage() throws Exception {
        proxy.delay(Match.reply(), Duration.ofMillis(120));
        long start = System.nanoTime();
        assertThat(client.ask("a")).isEqualTo("+a");
        assertThat(System.nanoTime() - start)
                .isGreaterThanOrEqualTo(Duration.ofMillis(120).toNanos());
        start = System.nanoTime();
        assertThat(client.ask("b")).isEqualTo("+b");
        assertThat(System.nanoTime() - start).isLessThan(Duration.ofMillis(120).toNanos());
    }

    @Test
    void countsFromWhenItWasSetAndFiresOnce() throws Exception {
        client.ask("before");
        Hook hook = proxy.after(Match.request(2), message -> {});
        client.ask("one");
        assertThat(hook.timesFired()).isZero();
        client.ask("two");
        client.ask("three");
        assertThat(hook.messages()).singleElement().matches(message -> message.contains("two"));
        assertThat(hook.messages().get(0).number()).isEqualTo(3);
    }

    @Test
    void repeatingHookFiresUntilCancelled() throws Exception {
        Hook hook = proxy.after(Match.request().containing("x").andAllLater(), message -> {});
        client.ask("x1");
        client.ask("y");
        client.ask("x2");
        hook.cancel();
        client.ask("x3");
        assertThat(hook.timesFired()).isEqualTo(2);
    }

    @Test
    void failingActionOrConditionDoesNotStopTheStream() throws Exception {
        proxy.before(Match.request(), message -> {
            throw new IllegalStateException("from the test");
        });
        proxy.before(
                Match.request().where(message -> {
                    throw new IllegalStateException("from the test");
                }),
                message -> {});
        assertThat(client.ask("a")).isEqualTo("+a");
    }

    @Test
    void hookThatDoesNotFireSaysSo() {
        Hook hook = proxy.hold(Match.answerTo(Match.request(7)));
        assertThatThrownBy(() -> hook.awaitFired(Duration.ofMillis(10)))
                .isInstanceOf(TimeoutException.class)
                .hasMessageContaining("the answer to request 7");
    }

    @Test
    void answersCannotBeMatchedInRawBytes() {
        try (FaultProxy raw = FaultProxy.to("127.0.0.1", server.port(), Framing.RAW)) {
            assertThatThrownBy(() -> raw.hold(Match.answerTo(Match.request())))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("Framing.RESP");
        }
    }

    @Test
    void impossibleMatchesAreRefused() {
        assertThatThrownBy(() -> Match.request(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Match.answerTo(Match.reply())).isInstanceOf(IllegalArgumentException.class);
    }
}
