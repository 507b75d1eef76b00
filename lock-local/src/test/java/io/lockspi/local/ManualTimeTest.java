package io.lockspi.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.lockspi.spi.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** The clock that a test moves. */
class ManualTimeTest {
    private final ManualTime time = new ManualTime();
    private final List<String> ran = new ArrayList<>();

    private void timer(long seconds, String name) {
        time.schedule(TimeUnit.SECONDS.toNanos(seconds), () -> note(name));
    }

    private void note(String name) {
        ran.add(name + " at " + TimeUnit.NANOSECONDS.toSeconds(time.nanos()) + " on "
                + Thread.currentThread().getName());
    }

    private static String here(String text) {
        return text + " on " + Thread.currentThread().getName();
    }

    @Test
    void timersRunHereInTheOrderInWhichTheyAreDue() {
        timer(3, "c");
        timer(1, "a");
        timer(1, "b");
        timer(5, "later");

        time.advance(Duration.ofSeconds(4));

        assertThat(ran).containsExactly(here("a at 1"), here("b at 1"), here("c at 3"));
        assertThat(time.nanos()).isEqualTo(TimeUnit.SECONDS.toNanos(4));
        assertThat(time.timers()).isEqualTo(1);
    }

    @Test
    void timerSetByATimerRunsOnTheSameWay() {
        time.schedule(TimeUnit.SECONDS.toNanos(1), () -> timer(1, "second"));

        time.advance(Duration.ofSeconds(3));

        assertThat(ran).containsExactly(here("second at 2"));
    }

    @Test
    void timerWithoutDelayWaitsForTheNextMove() {
        timer(0, "now");
        timer(-1, "also now");
        assertThat(ran).isEmpty();

        time.advance(Duration.ZERO);

        assertThat(ran).containsExactly(here("now at 0"), here("also now at 0"));
    }

    @Test
    void cancelledTimerDoesNotRun() {
        TimeSource.Cancellable timer = time.schedule(1, () -> note("cancelled"));

        timer.cancel();
        timer.cancel();
        time.advance(Duration.ofSeconds(1));

        assertThat(ran).isEmpty();
        assertThat(time.timers()).isZero();
    }

    @Test
    void endlessDelaysDoNotOverflow() {
        time.advance(Duration.ofSeconds(1));
        time.schedule(Long.MAX_VALUE, () -> note("never"));

        time.advance(Duration.ofDays(10_000));

        assertThat(ran).isEmpty();
    }

    @Test
    void suspendedMachineSeesTheJumpBeforeItsLateTimers() {
        time.onClockJump(() -> note("jump"));
        timer(1, "a");
        timer(2, "b");
        timer(9, "later");

        time.suspend(Duration.ofSeconds(5));

        assertThat(ran).containsExactly(here("jump at 5"), here("a at 5"), here("b at 5"));
    }

    @Test
    void clockDoesNotGoBack() {
        assertThatIllegalArgumentException().isThrownBy(() -> time.advance(Duration.ofNanos(-1)));
    }

    @Test
    void timerCannotMoveTheClock() {
        time.schedule(0, () -> time.advance(Duration.ofSeconds(1)));

        assertThatIllegalStateException()
                .isThrownBy(() -> time.advance(Duration.ZERO))
                .withMessageContaining("set another timer instead");
    }

    @Test
    void parkedThreadWakesWhenItsTimeHasCome() throws Exception {
        Thread sleeper = sleeper(TimeUnit.SECONDS.toNanos(2));
        time.awaitParked(1);

        time.advance(Duration.ofSeconds(1));
        assertThat(sleeper.isAlive()).isTrue();
        time.advance(Duration.ofSeconds(1));

        join(sleeper);
    }

    /** Parks as a waiter does: again and again until the clock shows the deadline. */
    private Thread sleeper(long nanos) {
        long deadline = time.nanos() + nanos;
        Thread sleeper = new Thread(() -> {
            while (time.nanos() < deadline) {
                time.park(this, deadline - time.nanos());
            }
        });
        sleeper.start();
        return sleeper;
    }

    private static void join(Thread thread) throws InterruptedException {
        thread.join(TimeUnit.SECONDS.toMillis(10));
        assertThat(thread.isAlive()).as("must have woken").isFalse();
    }

    @Test
    void parkedThreadWakesEarlyWhenUnparkedOrInterrupted() throws Exception {
        Thread unparked = new Thread(() -> time.park(this, Long.MAX_VALUE));
        Thread interrupted = new Thread(() -> time.park(this, Long.MAX_VALUE));
        unparked.start();
        interrupted.start();
        time.awaitParked(2);

        LockSupport.unpark(unparked);
        interrupted.interrupt();

        join(unparked);
        join(interrupted);
    }

    @Test
    void parkingForNoTimeReturnsAtOnce() throws Exception {
        Thread thread = new Thread(() -> time.park(this, 0));
        thread.start();

        join(thread);
    }

    @Test
    void parkedThreadShowsWhatItWaitsFor() throws Exception {
        Thread thread = new Thread(() -> time.park("the lock", Long.MAX_VALUE));
        thread.start();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (LockSupport.getBlocker(thread) == null && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }

        assertThat(LockSupport.getBlocker(thread)).isEqualTo("the lock");
        thread.interrupt();
        join(thread);
    }

    @Test
    void racingTimersAllRunOnce() throws Exception {
        List<Thread> setters = new ArrayList<>();
        java.util.concurrent.atomic.AtomicInteger count = new java.util.concurrent.atomic.AtomicInteger();
        for (int i = 0; i < 4; i++) {
            setters.add(new Thread(() -> {
                for (int n = 0; n < 1000; n++) {
                    time.schedule(n, count::incrementAndGet);
                    time.advance(Duration.ofNanos(1));
                }
            }));
        }
        setters.forEach(Thread::start);
        for (Thread setter : setters) {
            join(setter);
        }
        time.advance(Duration.ofSeconds(1));

        assertThat(count.get()).isEqualTo(4000);
    }
}
