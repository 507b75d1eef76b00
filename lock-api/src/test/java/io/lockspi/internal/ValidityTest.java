package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.LockUnavailableException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A claim is valid from before its request was sent, less the drift margin, and no longer. */
class ValidityTest {
    private static final Duration LEASE = Duration.ofSeconds(10);
    /** 10 s less 2 % less 2 ms. */
    private static final long VALID_MILLIS = 9798;

    private final Rig rig = new Rig();
    private final Actor caller = rig.actor("caller");

    @AfterEach
    void close() {
        rig.close();
    }

    /** B54: the time that the answer took is gone. */
    @Test
    void validityCountsFromTheSendingOfTheRequest() {
        Call<String> call = caller.run(() -> rig.lock.lock(LEASE)).awaitParked();
        rig.advanceMillis(1000);
        rig.lastAcquire().granted(1);
        call.result();
        assertThat(caller.now(rig.lock::remainingLease)).isEqualTo(Duration.ofMillis(VALID_MILLIS - 1000));
    }

    @Test
    void validityOfAPollCountsFromThatPoll() {
        Call<String> call = caller.run(() -> rig.lock.lock(LEASE)).awaitParked();
        rig.lastAcquire().held();
        rig.advanceMillis(1000);
        rig.lastAcquire().granted(1);
        call.result();
        assertThat(caller.now(rig.lock::remainingLease))
                .isBetween(Duration.ofMillis(VALID_MILLIS - 250), Duration.ofMillis(VALID_MILLIS));
    }

    @Test
    void storesOwnPromiseCountsIfItIsShorter() {
        Call<String> call = caller.run(() -> rig.lock.lock(LEASE)).awaitParked();
        rig.lastAcquire().granted(1, Duration.ofSeconds(5));
        call.result();
        assertThat(caller.now(rig.lock::remainingLease)).isEqualTo(Duration.ofMillis(4898));
    }

    @Test
    void holdIsOverAtItsDeadlineAndNotBefore() {
        Actor holder = rig.holder(1, LEASE);
        rig.advanceMillis(VALID_MILLIS - 1);
        assertThat(holder.now(rig.lock::isHeldByCurrentThread)).isTrue();
        assertThat(holder.now(rig.lock::remainingLease)).isEqualTo(Duration.ofMillis(1));
        rig.advanceMillis(1);
        assertThat(holder.now(rig.lock::isHeldByCurrentThread)).isFalse();
        assertThat(holder.now(rig.lock::remainingLease)).isEqualTo(Duration.ZERO);
        assertThat(holder.now(rig.lock::holdCount)).isZero();
    }

    /** B128: nothing has run since the pause, and the local answers are right all the same. */
    @Test
    void localAnswersSeeAPauseBeforeAnyTimerDoes() {
        Actor holder = rig.holder(1);
        int requests = rig.spi.requests();
        rig.clock.pause(Duration.ofMinutes(1));
        assertThat(holder.now(rig.lock::isHeldByCurrentThread)).isFalse();
        assertThat(holder.now(rig.lock::remainingLease)).isEqualTo(Duration.ZERO);
        assertThat(rig.spi.requests()).isEqualTo(requests);
        assertThat(holder.run(() -> rig.lock.fencingToken()).failure()).isNotNull();
    }

    /** B54: a grant that took too long is no success, and is given back. */
    @Test
    void grantThatTookTheWholeLeaseIsReleasedAndAskedForAgain() {
        Call<String> call =
                caller.run(() -> rig.lock.lock(Duration.ofSeconds(1))).awaitParked();
        rig.advanceMillis(978);
        rig.lastAcquire().granted(1);
        call.awaitParked();
        assertThat(rig.lastRelease().release().claim())
                .isEqualTo(rig.spi.acquire(0).claim());
        assertThat(rig.lastRelease().release().topToken()).isEqualTo(1);
        assertThat(rig.spi.acquires()).hasSize(2);
        assertThat(rig.spi.acquire(1).claim().id())
                .isNotEqualTo(rig.spi.acquire(0).claim().id());
        rig.lastAcquire().granted(2);
        call.result();
        assertThat(caller.now(rig.lock::fencingToken)).isEqualTo(2);
    }

    @Test
    void singleAttemptWithATooSlowGrantIsUnavailable() {
        Call<Boolean> call = caller.call(() -> rig.lock.tryLock(Duration.ZERO, Duration.ofSeconds(1)))
                .awaitParked();
        rig.advanceMillis(978);
        rig.lastAcquire().granted(1);
        assertThat(call.failure())
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("took longer than the lease of 1 s");
        rig.lastRelease().confirmed();
        rig.assertNothingLeft();
    }

    @Test
    void grantWithLittleLeftIsStillAGrant() {
        Call<String> call =
                caller.run(() -> rig.lock.lock(Duration.ofSeconds(1))).awaitParked();
        rig.advanceMillis(977);
        rig.lastAcquire().granted(1);
        call.result();
        assertThat(caller.now(rig.lock::remainingLease)).isEqualTo(Duration.ofMillis(1));
    }

    /** B54, B128: the thread was stopped between the grant and its waking up. */
    @Test
    void threadThatWakesTooLateAsksAgain() {
        Call<String> call = caller.run(() -> rig.lock.lock(LEASE)).awaitParked();
        call.awaitParkedAgainAfter(this::grantAndPause);
        assertThat(rig.lastRelease().release().claim())
                .isEqualTo(rig.spi.acquire(0).claim());
        rig.lastRelease().gone();
        assertThat(rig.spi.acquires()).hasSize(2);
        rig.lastAcquire().granted(2);
        call.result();
        assertThat(caller.now(rig.lock::fencingToken)).isEqualTo(2);
        assertThat(caller.now(rig.lock::holdCount)).isEqualTo(1);
    }

    @Test
    void interruptibleThreadThatWakesTooLateAsksAgain() {
        Call<String> call =
                caller.run(() -> rig.lock.tryLock(Duration.ofHours(1), LEASE)).awaitParked();
        call.awaitParkedAgainAfter(this::grantAndPause);
        rig.lastRelease().gone();
        rig.lastAcquire().granted(2);
        call.result();
        assertThat(caller.now(rig.lock::fencingToken)).isEqualTo(2);
    }

    @Test
    void handleOfAThreadThatWakesTooLateIsAskedForAgain() {
        Call<Long> call = caller.call(() ->
                        rig.engine.acquire(Rig.NAME, Duration.ofHours(1), LEASE).fencingToken())
                .awaitParked();
        call.awaitParkedAgainAfter(this::grantAndPause);
        rig.lastRelease().gone();
        rig.lastAcquire().granted(2);
        assertThat(call.result()).isEqualTo(2);
    }

    /** The waiting thread cannot look before the clock was moved, because it is unparked after the mutex is free. */
    private void grantAndPause() {
        rig.grantAndBeforeTheWaiterWakes(() -> rig.clock.pause(LEASE));
    }

    /** A lease too short for the way to the store, again and again: no storm of requests, and a wait that says why it failed. */
    @Test
    void grantsThatAreAllTooLateAreAskedForWithPausesAndNamed() {
        Call<Boolean> call =
                caller.call(() -> rig.lock.tryLock(Duration.ofSeconds(1))).awaitParked();
        rig.spi.onRelease(ScriptedSpi.ReleaseCall::confirmed);
        rig.spi.onAcquire(acquire -> {
            if (rig.spi.acquires().size() < 100) {
                acquire.granted(1, Duration.ZERO);
            }
        });
        rig.lastAcquire().granted(1, Duration.ZERO);
        assertThat(rig.spi.acquires()).as("no time has passed").hasSizeLessThanOrEqualTo(2);
        rig.advanceMillis(1_200);
        assertThat(call.failure())
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("took longer than the lease");
    }
}
