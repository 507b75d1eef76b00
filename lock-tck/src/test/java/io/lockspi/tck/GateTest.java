package io.lockspi.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockspi.spi.Attempt.Effect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What passes a gate, and what becomes of the rest. */
class GateTest {
    private final Gate gate = new Gate();
    private final List<String> arrived = new ArrayList<>();

    private CompletableFuture<String> send(String request) {
        return gate.pass(() -> {
            arrived.add(request);
            return CompletableFuture.completedFuture("answer to " + request);
        });
    }

    private static void assertFailed(CompletableFuture<String> request, Effect effect) {
        assertThat(request).isCompletedExceptionally();
        assertThatThrownBy(request::join)
                .cause()
                .isInstanceOfSatisfying(
                        Gate.Closed.class, closed -> assertThat(closed.effect()).isEqualTo(effect));
    }

    @Test
    void openGateLetsEverythingThrough() {
        assertThat(send("one")).isCompletedWithValue("answer to one");
        assertThat(gate.isOpen()).isTrue();
    }

    @Test
    void silenceSwallowsRequestsWhichFailWhenItEnds() {
        gate.silence();
        CompletableFuture<String> request = send("one");
        assertThat(arrived).isEmpty();
        assertThat(request).isNotDone();

        gate.open();
        assertFailed(request, Effect.UNKNOWN_OPEN);
        assertThat(send("two")).isCompletedWithValue("answer to two");
        assertThat(arrived).containsExactly("two");
    }

    @Test
    void answersAreLostAlsoOfRequestsThatWereOnTheirWay() {
        CompletableFuture<String> late = new CompletableFuture<>();
        CompletableFuture<String> before = gate.pass(() -> late);
        gate.loseAnswers();
        CompletableFuture<String> meanwhile = send("one");
        late.complete("too late");

        assertThat(arrived).containsExactly("one");
        assertThat(before).isNotDone();
        assertThat(meanwhile).isNotDone();
        gate.open();
        assertFailed(before, Effect.UNKNOWN_OPEN);
        assertFailed(meanwhile, Effect.UNKNOWN_OPEN);
    }

    @Test
    void whatStandsStillGoesOnInOrder() {
        CompletableFuture<String> answer = new CompletableFuture<>();
        CompletableFuture<String> underWay = gate.pass(() -> answer);
        gate.stop();
        CompletableFuture<String> one = send("one");
        CompletableFuture<String> two = send("two");
        answer.complete("of before");
        assertThat(arrived).isEmpty();
        assertThat(underWay).isNotDone();

        gate.open();
        assertThat(arrived).containsExactly("one", "two");
        assertThat(underWay).isCompletedWithValue("of before");
        assertThat(one).isCompletedWithValue("answer to one");
        assertThat(two).isCompletedWithValue("answer to two");
    }

    @Test
    void refusalFailsWhatIsOnItsWayAndWhatComes() {
        CompletableFuture<String> underWay = gate.pass(CompletableFuture::new);
        gate.refuse();
        assertFailed(underWay, Effect.UNKNOWN_OPEN);
        assertFailed(send("one"), Effect.NONE);
        assertThat(arrived).isEmpty();
    }

    @Test
    void cutFailsWhatIsOnItsWayAndLetsTheNextThrough() {
        CompletableFuture<String> underWay = gate.pass(CompletableFuture::new);
        gate.cut();
        assertFailed(underWay, Effect.UNKNOWN_OPEN);
        assertThat(send("one")).isCompletedWithValue("answer to one");
    }

    @Test
    void answersAreLate() throws Exception {
        gate.delayAnswers(Duration.ofMillis(100));
        long begun = System.nanoTime();
        assertThat(send("one").get(10, TimeUnit.SECONDS)).isEqualTo("answer to one");
        assertThat(System.nanoTime() - begun).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(100));
    }

    @Test
    void failuresOfTheBackEndGoThroughAsTheyAre() {
        CompletableFuture<String> request =
                gate.pass(() -> CompletableFuture.failedFuture(new IllegalStateException("its own")));
        assertThatThrownBy(request::join).cause().isInstanceOf(IllegalStateException.class);
    }

    @Test
    void thatNewsWasMissedIsToldWhenTheGateIsOpenedAgain() {
        List<String> told = new ArrayList<>();
        gate.onReopened(() -> told.add("reopened"));
        gate.open();
        assertThat(told).isEmpty();
        gate.silence();
        gate.open();
        assertThat(told).containsExactly("reopened");
    }
}
