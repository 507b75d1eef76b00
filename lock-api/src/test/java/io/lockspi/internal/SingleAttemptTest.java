package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.LockUnavailableException;
import io.lockspi.spi.Attempt;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code tryLock()} may overtake, and never waits behind a local holder. */
class SingleAttemptTest {
    private final Rig rig = new Rig();
    private final Actor caller = rig.actor("caller");
    private final Actor other = rig.actor("other");

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void localHolderMeansFalseWithoutARequest() {
        rig.holder(1);
        assertThat(caller.<Boolean>now(rig.lock::tryLock)).isFalse();
        assertThat(rig.spi.requests()).isEqualTo(1);
    }

    @Test
    void localWaiterThatWasToldHeldMeansFalseWithoutARequest() {
        other.run(rig.lock::lock).awaitParked();
        rig.lastAcquire().held();
        assertThat(caller.<Boolean>now(rig.lock::tryLock)).isFalse();
        assertThat(rig.spi.acquires()).hasSize(1);
    }

    @Test
    void attemptInFlightThatAnotherWinsMeansFalse() {
        Call<String> waiting = other.run(rig.lock::lock).awaitParked();
        Call<Boolean> single = caller.call(rig.lock::tryLock).awaitParked();
        rig.lastAcquire().granted(1);
        waiting.result();
        assertThat(single.result()).isFalse();
    }

    @Test
    void freeLockIsTaken() {
        Call<Boolean> single = caller.call(rig.lock::tryLock).awaitParked();
        rig.lastAcquire().granted(1);
        assertThat(single.result()).isTrue();
        assertThat(caller.now(rig.lock::isHeldByCurrentThread)).isTrue();
    }

    /** The answer may tell of a holder that was gone before this call began. */
    @Test
    void answerToAnAttemptBeforeTheCallDoesNotCount() {
        Call<Boolean> earlier = other.call(rig.lock::tryLock).awaitParked();
        Call<Boolean> single = caller.call(rig.lock::tryLock).awaitParked();
        rig.spi.acquire(0).held();
        assertThat(earlier.result()).isFalse();
        single.awaitParked();
        assertThat(rig.spi.acquires()).hasSize(2);
        assertThat(rig.spi.acquire(1).waits()).isFalse();
        rig.spi.acquire(1).granted(1);
        assertThat(single.result()).isTrue();
    }

    /** The same for an answer that comes late, after its attempt was given up. */
    @Test
    void lateAnswerToAnAttemptBeforeTheCallDoesNotCount() {
        other.run(rig.lock::lock).awaitParked();
        rig.advance(Duration.ofSeconds(3));
        assertThat(rig.spi.acquires()).hasSize(2);
        Call<Boolean> single = caller.call(rig.lock::tryLock).awaitParked();
        rig.spi.acquire(0).unavailable(Attempt.Effect.NONE);
        single.awaitParked();
    }

    /** The store wants to be left alone for an hour; the caller does not wait for so long. */
    @Test
    void singleAttemptDuringALongPauseEndsWithTheRequestTimeout() {
        other.run(rig.lock::lock).awaitParked();
        rig.lastAcquire().unavailable(Attempt.Effect.NONE, Duration.ofHours(1));
        Call<Boolean> single = caller.call(rig.lock::tryLock).awaitParked();
        rig.advanceMillis(2999);
        single.awaitParked();
        rig.advanceMillis(1);
        assertThat(single.failure())
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("is down");
        assertThat(rig.spi.acquires()).hasSize(1);
    }

    @Test
    void waiterThatJoinsASingleAttemptGoesOnAsAWaiter() {
        Call<Boolean> single = caller.call(rig.lock::tryLock).awaitParked();
        other.run(rig.lock::lock).awaitParked();
        rig.lastAcquire().held();
        assertThat(single.result()).isFalse();
        assertThat(rig.spi.acquires()).hasSize(2);
        assertThat(rig.lastAcquire().waits()).isTrue();
    }

    /** An interrupt is no concern of {@code tryLock()}; the flag stays. */
    @Test
    void interruptDoesNotEndTheAttemptAndIsKept() {
        Call<Boolean> single = caller.call(rig.lock::tryLock).awaitParked();
        single.interruptAndAwaitParkedAgain();
        rig.lastAcquire().granted(1);
        assertThat(single.result()).isTrue();
        assertThat(single.flagAtEnd()).isTrue();
    }
}
