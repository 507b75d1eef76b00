package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.lockspi.LockBackendException;
import io.lockspi.LockUnavailableException;
import io.lockspi.spi.Attempt;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How long a call waits, and what it says when the time is up. */
class DeadlineTest {
    private final Rig rig = new Rig();
    private final Actor caller = rig.actor("caller");

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void singleAttemptIsFalseWhenTheStoreSaysHeld() {
        Call<Boolean> call = caller.call(rig.lock::tryLock).awaitParked();
        assertThat(rig.lastAcquire().waits()).isFalse();
        rig.lastAcquire().held();
        assertThat(call.result()).isFalse();
        assertThat(rig.spi.acquires()).hasSize(1);
        assertThat(rig.spi.releases()).isEmpty();
        rig.assertNothingLeft();
    }

    /** B20: a silent store does not keep a single attempt longer than the request time-out. */
    @Test
    void singleAttemptWithoutAnAnswerEndsWithTheRequestTimeout() {
        Call<Boolean> call = caller.call(rig.lock::tryLock).awaitParked();
        rig.advanceMillis(2999);
        call.awaitParked();
        rig.advanceMillis(1);
        assertThat(call.failure())
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("'invoices' on test://store")
                .hasMessageContaining("no answer")
                .hasCauseInstanceOf(LockUnavailableException.class);
        assertThat(rig.spi.acquires()).hasSize(1);
    }

    /** B21, B27, B107: a wait of nothing, or less, is one attempt, not none. */
    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void waitOfNothingIsOneAttempt(long wait) {
        Call<Boolean> call =
                caller.call(() -> rig.lock.tryLock(wait, TimeUnit.DAYS)).awaitParked();
        assertThat(rig.lastAcquire().waits()).isFalse();
        rig.advanceMillis(500);
        rig.lastAcquire().granted(1);
        assertThat(call.result()).isTrue();
    }

    @Test
    void negativeDurationIsOneAttempt() {
        Call<Boolean> call = caller.call(() -> rig.lock.tryLock(Duration.ofSeconds(Long.MIN_VALUE)))
                .awaitParked();
        rig.lastAcquire().held();
        assertThat(call.result()).isFalse();
    }

    /** B23: the wait is one deadline, whatever the attempts and the pauses between them take. */
    @Test
    void timedWaitIsFalseAtItsDeadlineWhenTheLastAnswerWasHeld() {
        Call<Boolean> call =
                caller.call(() -> rig.lock.tryLock(2500, TimeUnit.MILLISECONDS)).awaitParked();
        rig.spi.onAcquire(ScriptedSpi.AcquireCall::held);
        rig.advanceMillis(300);
        rig.lastAcquire().held();
        rig.advanceMillis(2199);
        call.awaitParked();
        rig.advanceMillis(1);
        assertThat(call.result()).isFalse();
        assertThat(rig.spi.acquires()).hasSizeBetween(3, 4);
        assertThat(rig.lastRelease().release().unanswered()).isFalse();
    }

    /** B22: losing one race is no reason to give up. */
    @Test
    void timedWaitGoesOnAfterALostRace() {
        Call<Boolean> call =
                caller.call(() -> rig.lock.tryLock(Duration.ofSeconds(3))).awaitParked();
        rig.lastAcquire().held();
        rig.spi.events().mayBeFree(Rig.NAME);
        rig.lastAcquire().held();
        rig.spi.events().mayBeFree(Rig.NAME);
        rig.lastAcquire().granted(1);
        assertThat(call.result()).isTrue();
    }

    @Test
    void timedWaitWithoutAnyAnswerIsUnavailableAndLateByAQuarterSecondAtMost() {
        Call<Boolean> call =
                caller.call(() -> rig.lock.tryLock(Duration.ofMillis(100))).awaitParked();
        rig.advanceMillis(350);
        assertThat(call.failure()).isInstanceOf(LockUnavailableException.class);
    }

    @Test
    void shortWaitLetsItsFirstAttemptBeAnswered() {
        Call<Boolean> call =
                caller.call(() -> rig.lock.tryLock(1, TimeUnit.NANOSECONDS)).awaitParked();
        call.awaitParkedAgainAfter(() -> rig.advanceMillis(100));
        rig.lastAcquire().granted(1);
        assertThat(call.result()).isTrue();
    }

    @Test
    void timedWaitThatSawOnlyFailuresCarriesTheCause() {
        Call<Boolean> call =
                caller.call(() -> rig.lock.tryLock(Duration.ofSeconds(2))).awaitParked();
        rig.spi.onAcquire(attempt -> attempt.unavailable(Attempt.Effect.NONE));
        rig.lastAcquire().unavailable(Attempt.Effect.NONE);
        rig.advanceMillis(2000);
        assertThat(call.failure())
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("waiting for 2 s brought no decision: the server is down");
        assertThat(call.failure().getCause()).hasMessage("the server is down");
    }

    @Test
    void timedWaitThatWasToldHeldBeforeTheOutageIsFalse() {
        Call<Boolean> call =
                caller.call(() -> rig.lock.tryLock(Duration.ofSeconds(2))).awaitParked();
        rig.spi.onAcquire(attempt -> attempt.unavailable(Attempt.Effect.NONE));
        rig.lastAcquire().held();
        rig.advanceMillis(2000);
        assertThat(call.result()).isFalse();
    }

    /** B30: what an earlier waiter heard before the outage is no answer to a later one. */
    @Test
    void waiterThatCameDuringTheOutageIsNotToldHeld() {
        rig.actor("earlier").run(rig.lock::lock).awaitParked();
        rig.lastAcquire().held();
        rig.spi.onAcquire(attempt -> attempt.unavailable(Attempt.Effect.NONE));
        rig.advance(Duration.ofSeconds(5));
        Call<Boolean> timed =
                caller.call(() -> rig.lock.tryLock(Duration.ofSeconds(2))).awaitParked();
        rig.advance(Duration.ofSeconds(2));
        assertThat(timed.failure()).isInstanceOf(LockUnavailableException.class);
    }

    /** B30. */
    @Test
    void singleAttemptDuringAnOutageIsNotToldHeld() {
        rig.actor("earlier").run(rig.lock::lock).awaitParked();
        rig.lastAcquire().held();
        rig.spi.onAcquire(attempt -> attempt.unavailable(Attempt.Effect.NONE));
        rig.advance(Duration.ofSeconds(5));
        Call<Boolean> single = caller.call(rig.lock::tryLock).awaitParked();
        rig.advance(Duration.ofSeconds(3));
        assertThat(single.failure()).isInstanceOf(LockUnavailableException.class);
    }

    /** B107: what does not fit is for ever. */
    @ParameterizedTest
    @ValueSource(strings = {"NANOSECONDS", "MILLISECONDS", "DAYS"})
    void longestWaitIsForEver(TimeUnit unit) {
        Call<Boolean> call =
                caller.call(() -> rig.lock.tryLock(Long.MAX_VALUE, unit)).awaitParked();
        rig.spi.onAcquire(ScriptedSpi.AcquireCall::held);
        rig.lastAcquire().held();
        rig.advance(Duration.ofMinutes(20));
        call.awaitParked();
        rig.spi.onAcquire(attempt -> attempt.granted(1));
        rig.advance(Duration.ofSeconds(1));
        assertThat(call.result()).isTrue();
    }

    @Test
    void longestDurationIsForEver() {
        Call<Boolean> call = caller.call(() -> rig.lock.tryLock(Duration.ofSeconds(Long.MAX_VALUE)))
                .awaitParked();
        rig.advance(Duration.ofMinutes(1));
        call.awaitParked();
        rig.lastAcquire().granted(1);
        assertThat(call.result()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-1S", "PT0.009999999S"})
    void leaseTooShortIsRefusedBeforeAnyRequest(Duration lease) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rig.lock.lock(lease))
                .withMessageContaining("10 ms");
        assertThatIllegalArgumentException().isThrownBy(() -> rig.lock.tryLock(Duration.ZERO, lease));
        assertThatIllegalArgumentException().isThrownBy(() -> rig.engine.acquire(Rig.NAME, Duration.ZERO, lease));
        assertThat(rig.spi.requests()).isZero();
        rig.assertNothingLeft();
    }

    @Test
    void longestLeaseDoesNotOverflow() {
        Call<String> call = caller.run(() -> rig.lock.lock(Duration.ofSeconds(Long.MAX_VALUE)))
                .awaitParked();
        rig.lastAcquire().granted(1);
        call.result();
        rig.advance(Duration.ofDays(10_000));
        assertThat(caller.now(rig.lock::remainingLease)).isGreaterThan(Duration.ofDays(10_000));
    }

    /** B31: how long to wait and how long to hold have nothing to do with each other. */
    @Test
    void waitMayBeLongerThanTheLease() {
        Call<Boolean> call = caller.call(() -> rig.lock.tryLock(Duration.ofSeconds(5), Duration.ofMillis(500)))
                .awaitParked();
        rig.spi.onAcquire(ScriptedSpi.AcquireCall::held);
        rig.lastAcquire().held();
        rig.advanceMillis(4000);
        call.awaitParked();
        int attempts = rig.spi.acquires().size();
        rig.spi.onAcquire(attempt -> attempt.granted(1));
        // Not past the grant: the lease is short, and the waiter must wake while it lasts.
        for (int millis = 0; millis < 1000 && rig.spi.acquires().size() == attempts; millis++) {
            rig.advanceMillis(1);
        }
        assertThat(call.result()).isTrue();
    }

    @Test
    void refusalThatWaitingCannotHealIsThrownAtOnce() {
        Call<String> call = caller.run(rig.lock::lock).awaitParked();
        Call<Boolean> single = rig.actor("single").call(rig.lock::tryLock).awaitParked();
        rig.lastAcquire().refused();
        assertThat(call.failure()).isInstanceOf(LockBackendException.class).hasMessage("wrong password");
        assertThat(single.failure()).isInstanceOf(LockBackendException.class);
    }

    /** Else close() would wait for the release of what never was in a store that refuses everything. */
    @Test
    void refusalLeavesNothingToRelease() {
        Call<String> call = caller.run(rig.lock::lock).awaitParked();
        rig.lastAcquire().refused();
        assertThat(call.failure()).isInstanceOf(LockBackendException.class);
        assertThat(rig.spi.releases()).isEmpty();
        rig.assertNothingLeft();
    }

    @Test
    void refusalOfAClaimThatMayBeQueuedIsReleased() {
        Call<String> call = caller.run(rig.lock::lock).awaitParked();
        rig.lastAcquire().held();
        rig.advanceMillis(1_200);
        rig.lastAcquire().refused();
        assertThat(call.failure()).isInstanceOf(LockBackendException.class);
        rig.lastRelease().confirmed();
        rig.assertNothingLeft();
    }

    /** B24: the same lock works again once the store does. */
    @Test
    void sameLockWorksAfterAnOutage() {
        Call<Boolean> call = caller.call(rig.lock::tryLock).awaitParked();
        rig.advance(Duration.ofSeconds(3));
        assertThat(call.failure()).isInstanceOf(LockUnavailableException.class);
        Call<Boolean> again = caller.call(rig.lock::tryLock).awaitParked();
        rig.lastAcquire().granted(1);
        assertThat(again.result()).isTrue();
    }
}
