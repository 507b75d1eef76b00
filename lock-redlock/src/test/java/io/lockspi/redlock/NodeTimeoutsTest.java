package io.lockspi.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.spi.TimeSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Many time-outs, one timer, and a clock that the test moves. */
class NodeTimeoutsTest {
    private static final long LENGTH = 50;

    private final Clock clock = new Clock();
    private final NodeTimeouts timeouts = new NodeTimeouts(clock, LENGTH, clock::schedule);
    private final List<String> over = new ArrayList<>();

    @Test
    void eachRunsWhenItsTimeIsUpAndNotBefore() {
        timeouts.start(() -> over.add("first"));
        clock.advance(20);
        timeouts.start(() -> over.add("second"));
        clock.advance(29);
        assertThat(over).isEmpty();
        clock.advance(1);
        assertThat(over).containsExactly("first");
        clock.advance(19);
        assertThat(over).containsExactly("first");
        clock.advance(1);
        assertThat(over).containsExactly("first", "second");
    }

    @Test
    void cancelledOnesDoNotRunAndDoNotDelayOthers() {
        TimeSource.Cancellable first = timeouts.start(() -> over.add("first"));
        clock.advance(10);
        timeouts.start(() -> over.add("second"));
        TimeSource.Cancellable third = timeouts.start(() -> over.add("third"));
        first.cancel();
        third.cancel();
        clock.advance(50);
        assertThat(over).containsExactly("second");
    }

    @Test
    void oneStartedByAnotherRuns() {
        timeouts.start(() -> timeouts.start(() -> over.add("second")));
        clock.advance(LENGTH);
        clock.advance(LENGTH);
        assertThat(over).containsExactly("second");
    }

    @Test
    void manyThatAreCancelledShareOneTimer() {
        for (int i = 0; i < 100; i++) {
            timeouts.start(() -> over.add("never")).cancel();
        }
        assertThat(clock.scheduled).isEqualTo(1);
        clock.advance(LENGTH);
        assertThat(over).isEmpty();
        assertThat(clock.waiting())
                .as("nothing is looked at while nobody waits")
                .isZero();
    }

    /** Runs what is due on the calling thread. */
    private static final class Clock implements TimeSource {
        private record Timer(long due, Runnable task) {}

        private final List<Timer> timers = new ArrayList<>();
        private long now = 1_000;
        private int scheduled;

        int waiting() {
            return timers.size();
        }

        void advance(long nanos) {
            now += nanos;
            List<Timer> due = timers.stream().filter(timer -> timer.due <= now).toList();
            timers.removeAll(due);
            due.forEach(timer -> timer.task.run());
        }

        @Override
        public long nanos() {
            return now;
        }

        @Override
        public Cancellable schedule(long delayNanos, Runnable task) {
            scheduled++;
            Timer timer = new Timer(now + delayNanos, task);
            timers.add(timer);
            return () -> timers.remove(timer);
        }

        @Override
        public void park(Object blocker, long nanos) {
            throw new UnsupportedOperationException("nobody waits here");
        }
    }
}
