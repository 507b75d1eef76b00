package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** B126, R2: the machine's time with clocks that the test sets. */
class SystemTimeTest {
    private static final long SECOND = Nanos.millis(1000);

    private final AtomicLong monotonic = new AtomicLong(1_000 * SECOND);
    private final AtomicLong wallMillis = new AtomicLong(1_700_000_000_000L);
    private final AtomicLong boot = new AtomicLong(5_000 * SECOND);
    private final SystemTime time = new SystemTime(monotonic::get, wallMillis::get, boot::get);
    private final AtomicInteger jumps = new AtomicInteger();

    @AfterEach
    void close() {
        time.close();
    }

    private void pass(Duration duration) {
        monotonic.addAndGet(duration.toNanos());
        wallMillis.addAndGet(duration.toMillis());
        boot.addAndGet(duration.toNanos());
    }

    /** The machine sleeps: its monotonic clock stands still. */
    private void suspend(Duration duration) {
        wallMillis.addAndGet(duration.toMillis());
        boot.addAndGet(duration.toNanos());
    }

    private long elapsedSince(long start) {
        return time.nanos() - start;
    }

    @Test
    void timePassesWithTheMonotonicClock() {
        long start = time.nanos();
        pass(Duration.ofSeconds(10));
        assertThat(elapsedSince(start)).isEqualTo(10 * SECOND);
    }

    @Test
    void suspensionCounts() {
        long start = time.nanos();
        pass(Duration.ofSeconds(1));
        suspend(Duration.ofSeconds(60));
        assertThat(elapsedSince(start)).isEqualTo(61 * SECOND);
        pass(Duration.ofSeconds(1));
        suspend(Duration.ofSeconds(5));
        assertThat(elapsedSince(start)).isEqualTo(67 * SECOND);
    }

    @Test
    void shortSuspensionsAddUp() {
        long start = time.nanos();
        for (int nap = 0; nap < 4; nap++) {
            suspend(Duration.ofMillis(300));
            time.nanos();
        }
        assertThat(elapsedSince(start)).isEqualTo(Nanos.millis(1200));
    }

    @Test
    void wallClockThatIsSetHasNoEffectOnTheTime() throws InterruptedException {
        CountDownLatch told = new CountDownLatch(2);
        time.onClockJump(told::countDown);
        long start = time.nanos();
        wallMillis.addAndGet(Duration.ofHours(1).toMillis());
        assertThat(elapsedSince(start)).isZero();
        wallMillis.addAndGet(-Duration.ofHours(2).toMillis());
        assertThat(elapsedSince(start)).isZero();
        assertThat(told.await(10, TimeUnit.SECONDS)).isTrue();
    }

    /** The clock was set by an hour while the machine slept for a minute. */
    @Test
    void wallClockThatIsSetDuringASuspensionDoesNotHideIt() {
        long start = time.nanos();
        suspend(Duration.ofMinutes(1));
        wallMillis.addAndGet(-Duration.ofHours(1).toMillis());
        assertThat(elapsedSince(start)).isEqualTo(60 * SECOND);
    }

    @Test
    void jumpIsToldOnceAndOnTheTimersThread() throws InterruptedException {
        CountDownLatch told = new CountDownLatch(1);
        time.onClockJump(() -> {
            jumps.incrementAndGet();
            told.countDown();
        });
        wallMillis.addAndGet(10_000);
        time.nanos();
        time.nanos();
        assertThat(told.await(10, TimeUnit.SECONDS)).isTrue();
        awaitTimerThread();
        assertThat(jumps).hasValue(1);
    }

    /** Waits until the timer's thread has done what was handed to it so far. */
    private void awaitTimerThread() throws InterruptedException {
        CountDownLatch reached = new CountDownLatch(1);
        var unused = time.schedule(0, reached::countDown);
        assertThat(reached.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void smallDifferencesAreNoJump() throws InterruptedException {
        time.onClockJump(jumps::incrementAndGet);
        wallMillis.addAndGet(400);
        time.nanos();
        awaitTimerThread();
        assertThat(jumps).hasValue(0);
    }

    @Test
    void machineWithoutABootTimeOnlyReportsTheJump() throws InterruptedException {
        SystemTime poor = new SystemTime(monotonic::get, wallMillis::get, () -> 0);
        CountDownLatch told = new CountDownLatch(1);
        poor.onClockJump(told::countDown);
        long start = poor.nanos();
        suspend(Duration.ofSeconds(60));
        assertThat(poor.nanos() - start).isZero();
        assertThat(told.await(10, TimeUnit.SECONDS)).isTrue();
        poor.close();
    }

    @Test
    void scheduledTaskRunsAndACancelledOneDoesNot() throws InterruptedException {
        CountDownLatch free = new CountDownLatch(1);
        CountDownLatch ran = new CountDownLatch(1);
        var busy = time.schedule(0, () -> awaitUninterruptibly(free));
        time.schedule(0, jumps::incrementAndGet).cancel();
        var last = time.schedule(0, ran::countDown);
        free.countDown();
        assertThat(ran.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(jumps).hasValue(0);
        last.cancel();
        busy.cancel();
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    @Test
    void closedTimeTakesNoMoreTasksAndThrowsNothing() {
        time.close();
        time.close();
        time.schedule(0, jumps::incrementAndGet).cancel();
        assertThat(jumps).hasValue(0);
    }

    @Test
    void parkReturnsWhenTheTimeIsOver() {
        SystemTime real = new SystemTime();
        long start = real.nanos();
        while (real.nanos() - start < Nanos.millis(5)) {
            real.park(this, Nanos.millis(5));
        }
        assertThat(real.nanos() - start).isGreaterThanOrEqualTo(Nanos.millis(5));
        real.close();
    }
}
