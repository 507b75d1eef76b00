package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.DistributedLock;
import io.lockspi.spi.Attempt;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** K02: what an interrupt does to whom, and when. */
class InterruptTest {
    private final Rig rig = new Rig();
    private final Actor caller = rig.actor("caller");

    /** The calls that an interrupt ends. */
    enum Mode {
        INTERRUPTIBLY,
        TIMED,
        TIMED_DURATION,
        LEASED,
        HANDLE;

        void acquire(Rig rig) throws InterruptedException {
            DistributedLock lock = rig.lock;
            switch (this) {
                case INTERRUPTIBLY -> lock.lockInterruptibly();
                case TIMED -> assertThat(lock.tryLock(1, TimeUnit.HOURS)).isTrue();
                case TIMED_DURATION ->
                    assertThat(lock.tryLock(Duration.ofHours(1))).isTrue();
                case LEASED ->
                    assertThat(lock.tryLock(Duration.ofHours(1), Duration.ofMinutes(1)))
                            .isTrue();
                case HANDLE ->
                    assertThat(rig.engine
                                    .acquire(Rig.NAME, Duration.ofHours(1), null)
                                    .isHeld())
                            .isTrue();
            }
        }
    }

    @AfterEach
    void close() {
        rig.close();
    }

    /** B16: also a wait of nothing looks at the flag. */
    @ParameterizedTest
    @EnumSource
    void flagThatWasSetBeforeEndsTheCallWithoutARequest(Mode mode) {
        Call<String> call = caller.run(() -> {
            Thread.currentThread().interrupt();
            mode.acquire(rig);
        });
        assertThat(call.failure()).isInstanceOf(InterruptedException.class);
        assertThat(call.flagAtEnd()).isFalse();
        assertThat(rig.spi.requests()).isZero();
        rig.assertNothingLeft();
    }

    @Test
    void flagThatWasSetBeforeEndsATimedCallOfNothing() {
        Call<Boolean> call = caller.call(() -> {
            Thread.currentThread().interrupt();
            return rig.lock.tryLock(0, TimeUnit.SECONDS);
        });
        assertThat(call.failure()).isInstanceOf(InterruptedException.class);
        assertThat(rig.spi.requests()).isZero();
    }

    /** B02: the answer comes after the caller has left. */
    @ParameterizedTest
    @EnumSource
    void interruptDuringTheAttemptLeavesNothing(Mode mode) {
        Call<String> call = caller.run(() -> mode.acquire(rig)).awaitParked();
        assertThat(call.interrupt().failure()).isInstanceOf(InterruptedException.class);
        assertThat(call.flagAtEnd()).isFalse();
        assertThat(rig.lastRelease().release().unanswered()).isTrue();
        assertThat(rig.lastRelease().release().claim())
                .isEqualTo(rig.lastAcquire().claim());
        rig.lastAcquire().granted(1);
        assertThat(caller.now(rig.lock::isHeldByCurrentThread)).isFalse();
        rig.spi.releases().forEach(ScriptedSpi.ReleaseCall::confirmed);
        rig.assertNothingLeft();
        rig.advance(Duration.ofMinutes(1));
        assertThat(rig.spi.renews()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void interruptBetweenPollsDropsTheNoteInTheStoresQueue(Mode mode) {
        Call<String> call = caller.run(() -> mode.acquire(rig)).awaitParked();
        rig.lastAcquire().held();
        assertThat(call.interrupt().failure()).isInstanceOf(InterruptedException.class);
        assertThat(rig.lastRelease().release().unanswered()).isFalse();
        rig.lastRelease().gone();
        rig.assertNothingLeft();
    }

    @ParameterizedTest
    @EnumSource
    void interruptInTheLocalQueueLeavesTheHolderAlone(Mode mode) {
        Actor holder = rig.holder(1);
        Call<String> call = caller.run(() -> mode.acquire(rig)).awaitParked();
        assertThat(call.interrupt().failure()).isInstanceOf(InterruptedException.class);
        assertThat(call.flagAtEnd()).isFalse();
        assertThat(holder.now(rig.lock::isHeldByCurrentThread)).isTrue();
        assertThat(rig.spi.requests()).isEqualTo(1);
    }

    /** The grant was decided before the interrupt was seen: the lock is held, and the flag tells of the interrupt. */
    @ParameterizedTest
    @EnumSource
    void interruptAtTheInstantOfTheGrantIsKeptInTheFlag(Mode mode) {
        Call<String> call = caller.run(() -> mode.acquire(rig)).awaitParked();
        rig.spi.onRelease(ScriptedSpi.ReleaseCall::confirmed);
        rig.state().underMutex(() -> {
            // The interrupted thread cannot withdraw before the grant, because the mutex is taken.
            call.interrupt();
            rig.lastAcquire().granted(1);
        });
        assertThat(call.result()).isEqualTo("done");
        assertThat(call.flagAtEnd()).isTrue();
        assertThat(rig.spi.releases()).isEmpty();
    }

    /** B15, B16: the wait goes on, and the interrupt is not lost. */
    @Test
    void lockGoesOnWaitingAndKeepsTheFlag() {
        Actor holder = rig.holder(1);
        Call<String> call = caller.run(rig.lock::lock).awaitParked();
        call.interruptAndAwaitParkedAgain();
        holder.run(rig.lock::unlock);
        Rig.awaitSize(rig.spi.releases(), 1);
        rig.lastRelease().confirmed();
        call.awaitParked();
        rig.lastAcquire().granted(2);
        call.result();
        assertThat(call.flagAtEnd()).isTrue();
        assertThat(caller.now(rig.lock::isHeldByCurrentThread)).isTrue();
    }

    @Test
    void lockWithTheFlagSetBeforeWaitsAndKeepsTheFlag() {
        Call<String> call = caller.run(() -> {
            Thread.currentThread().interrupt();
            rig.lock.lock();
        });
        call.awaitParked();
        rig.lastAcquire().granted(1);
        call.result();
        assertThat(call.flagAtEnd()).isTrue();
    }

    @Test
    void lockThatFailsKeepsTheFlag() {
        Call<String> call = caller.run(rig.lock::lock).awaitParked();
        call.interruptAndAwaitParkedAgain();
        rig.lastAcquire().refused();
        assertThat(call.failure()).hasMessage("wrong password");
        assertThat(call.flagAtEnd()).isTrue();
    }

    /** B30: also during an outage. */
    @Test
    void interruptEndsTheWaitDuringAnOutageAtOnce() {
        Call<String> call = caller.run(rig.lock::lockInterruptibly).awaitParked();
        rig.lastAcquire().unavailable(Attempt.Effect.NONE);
        assertThat(call.interrupt().failure()).isInstanceOf(InterruptedException.class);
    }

    /** B18, B62: a cancelled task can release. */
    @Test
    void unlockWorksOnAnInterruptedThreadAndKeepsTheFlag() {
        Actor holder = rig.holder(1);
        Call<String> call = holder.run(() -> {
            Thread.currentThread().interrupt();
            rig.lock.unlock();
        });
        call.awaitParked();
        rig.lastRelease().confirmed();
        call.result();
        assertThat(call.flagAtEnd()).isTrue();
        rig.assertNothingLeft();
    }

    /** B17: an interrupt does not shorten the wait for the confirmation. */
    @Test
    void unlockWaitsForTheConfirmationInSpiteOfAnInterrupt() {
        Actor holder = rig.holder(1);
        Call<String> call = holder.run(rig.lock::unlock).awaitParked();
        call.interruptAndAwaitParkedAgain();
        rig.lastRelease().confirmed();
        call.result();
        assertThat(call.flagAtEnd()).isTrue();
    }
}
