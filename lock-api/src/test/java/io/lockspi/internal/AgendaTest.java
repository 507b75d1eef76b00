package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is to be done later, in the order of time. */
class AgendaTest {
    private final ManualClock clock = new ManualClock();
    private final List<String> done = new ArrayList<>();
    private final Agenda agenda = new Agenda(clock, () -> done.add("-"));

    private Agenda.Entry at(long millis, String what) {
        return agenda.at(clock.nanos() + Nanos.millis(millis), () -> done.add(what));
    }

    @Test
    void entriesRunInTheOrderOfTimeThenOfArrival() {
        at(20, "c");
        at(10, "a");
        at(10, "b");
        clock.advance(Duration.ofMillis(9));
        assertThat(done).isEmpty();
        clock.advance(Duration.ofMillis(1));
        assertThat(done).containsExactly("a", "b", "-");
        clock.advance(Duration.ofMillis(10));
        assertThat(done).containsExactly("a", "b", "-", "c", "-");
        assertThat(agenda.size()).isZero();
        assertThat(clock.timers()).isZero();
    }

    @Test
    void earlierEntryBringsTheTimerForward() {
        at(100, "late");
        at(1, "soon");
        clock.advance(Duration.ofMillis(1));
        assertThat(done).containsExactly("soon", "-");
        clock.advance(Duration.ofMillis(99));
        assertThat(done).contains("late");
    }

    @Test
    void laterEntryDoesNotTouchTheTimer() {
        at(10, "a");
        at(20, "b");
        assertThat(clock.timers()).isEqualTo(1);
    }

    @Test
    void cancelledEntryDoesNotRunAndTheNextOneDoes() {
        Agenda.Entry first = at(10, "a");
        at(20, "b");
        first.cancel();
        first.cancel();
        assertThat(agenda.size()).isEqualTo(1);
        clock.advance(Duration.ofMillis(20));
        assertThat(done).doesNotContain("a").contains("b");
    }

    @Test
    void cancelAfterTheRunDoesNothing() {
        Agenda.Entry entry = at(10, "a");
        clock.advance(Duration.ofMillis(10));
        entry.cancel();
        assertThat(done).containsExactly("a", "-");
    }

    /** B43: a failure ends that task and nothing else. */
    @Test
    void taskThatFailsDoesNotEndTheOthers() {
        agenda.at(clock.nanos(), () -> {
            throw new IllegalStateException("bug");
        });
        agenda.at(clock.nanos(), () -> {
            throw new AssertionError("worse");
        });
        at(0, "a");
        at(10, "b");
        clock.advance(Duration.ofMillis(10));
        assertThat(done).containsExactly("a", "-", "b", "-");
    }

    @Test
    void logThatFailsDoesNotEndTheOthers() {
        Logger log = Logger.getLogger("io.lockspi");
        Handler broken = new BrokenHandler();
        log.addHandler(broken);
        try {
            taskThatFailsDoesNotEndTheOthers();
        } finally {
            log.removeHandler(broken);
        }
    }

    private static final class BrokenHandler extends Handler {
        @Override
        public void publish(LogRecord line) {
            throw new IllegalStateException("the disk is full, as this test wants it");
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    @Test
    void entryThatIsAddedByATaskAndDueAtOnceRunsInTheSameRound() {
        agenda.at(clock.nanos(), () -> at(0, "inner"));
        clock.runDue();
        assertThat(done).startsWith("inner", "-");
    }

    @Test
    void entryInThePastRunsAtOnce() {
        at(-1000, "a");
        clock.runDue();
        assertThat(done).containsExactly("a", "-");
    }

    @Test
    void closedAgendaForgetsEverythingAndTakesNothing() {
        at(10, "a");
        agenda.close();
        at(20, "b");
        assertThat(agenda.size()).isZero();
        assertThat(clock.timers()).isZero();
        clock.advance(Duration.ofSeconds(1));
        assertThat(done).isEmpty();
    }

    /** The origin of a monotonic clock is arbitrary, and its readings may wrap. */
    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -15_000_000, Long.MAX_VALUE - 15_000_000})
    void orderHoldsAcrossTheEndOfTheNumbers(long origin) {
        ManualClock odd = new ManualClock(origin);
        Agenda other = new Agenda(odd, () -> {});
        other.at(odd.nanos() + Nanos.millis(20), () -> done.add("b"));
        other.at(odd.nanos() + Nanos.millis(10), () -> done.add("a"));
        odd.advance(Duration.ofMillis(9));
        assertThat(done).isEmpty();
        odd.advance(Duration.ofMillis(1));
        odd.advance(Duration.ofMillis(10));
        assertThat(done).containsExactly("a", "b");
    }
}
