package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.LockLostException;
import io.lockspi.LossEvent;
import io.lockspi.spi.Renewal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A renewed claim is renewed every third of its lease, from the grant to its end, and never after. */
class RenewalTest {
    private static final Duration THIRD = Duration.ofSeconds(10);

    private final Rig rig = new Rig();
    private final List<LossEvent> losses = rig.recordLosses();

    @AfterEach
    void close() {
        rig.close();
    }

    private static LossEvent loss(LossEvent.Cause cause) {
        return new LossEvent(Rig.NAME, 1, cause);
    }

    @Test
    void renewalIsSentEveryThirdOfTheLease() {
        Actor holder = rig.holder(1);
        rig.advance(THIRD.minusMillis(1));
        assertThat(rig.spi.renews()).isEmpty();
        rig.spi.onRenew(ScriptedSpi.RenewCall::extended);
        rig.advanceMillis(1);
        assertThat(rig.spi.renews()).hasSize(1);
        assertThat(rig.lastRenew().renewals().get(0).claim())
                .isEqualTo(rig.lastAcquire().claim());
        assertThat(rig.lastRenew().renewals().get(0).lease()).isEqualTo(Duration.ofSeconds(30));
        rig.advance(THIRD.multipliedBy(100));
        assertThat(rig.spi.renews()).hasSize(101);
        assertThat(holder.now(rig.lock::isHeldByCurrentThread)).isTrue();
    }

    @Test
    void renewalCountsFromItsOwnSending() {
        Actor holder = rig.holder(1);
        rig.advance(THIRD);
        rig.advance(Duration.ofSeconds(1));
        rig.spi.renew(0).extended();
        assertThat(holder.now(rig.lock::remainingLease)).isEqualTo(Duration.ofMillis(29_398 - 1000));
    }

    /** A store may promise less at a time than was asked for, such as a session's timeout. */
    @Test
    void leaseOfItsOwnIsKeptUpToItsEndWhereTheStorePromisesLessAtATime() {
        Actor holder = rig.actor("holder");
        Call<String> call =
                holder.run(() -> rig.lock.lock(Duration.ofSeconds(10))).awaitParked();
        rig.lastAcquire().granted(1, Duration.ofSeconds(3));
        call.result();
        rig.spi.onRenew(renewal -> renewal.answer().complete(List.of(new Renewal.Extended(Duration.ofSeconds(3)))));
        rig.advance(Duration.ofSeconds(1));
        assertThat(rig.spi.renews()).hasSize(1);
        assertThat(rig.lastRenew().renewals().get(0).lease()).isLessThan(Duration.ofSeconds(9));
        rig.advanceMillis(8_797);
        assertThat(holder.now(rig.lock::isHeldByCurrentThread)).isTrue();
        rig.advanceMillis(1);
        assertThat(holder.now(rig.lock::isHeldByCurrentThread)).isFalse();
        Rig.awaitSize(losses, 1);
        assertThat(losses).containsExactly(loss(LossEvent.Cause.EXPIRED));
    }

    @Test
    void renewalThatPromisesLessDoesNotShorten() {
        Actor holder = rig.holder(1);
        rig.advance(THIRD);
        rig.lastRenew().answer().complete(List.of(new Renewal.Extended(Duration.ofSeconds(1))));
        assertThat(holder.now(rig.lock::remainingLease)).isEqualTo(Duration.ofMillis(19_398));
    }

    /** B43: one failure ends nothing. */
    @Test
    void failedRenewalIsRepeatedUntilOneIsConfirmed() {
        Actor holder = rig.holder(1);
        rig.spi.onRenew(ScriptedSpi.RenewCall::unknown);
        rig.advance(THIRD);
        rig.advance(Duration.ofSeconds(15));
        assertThat(rig.spi.renews()).hasSize(7);
        rig.spi.onRenew(ScriptedSpi.RenewCall::extended);
        rig.advance(Duration.ofSeconds(60));
        assertThat(holder.now(rig.lock::isHeldByCurrentThread)).isTrue();
        assertThat(losses).isEmpty();
    }

    /** Not before the request time-out: a store that has much to do must not get the same renewals several times. */
    @Test
    void silentRenewalIsRepeated() {
        rig.holder(1);
        rig.advance(THIRD);
        rig.advanceMillis(2999);
        assertThat(rig.spi.renews()).hasSize(1);
        rig.advanceMillis(1);
        assertThat(rig.spi.renews()).hasSize(2);
    }

    @Test
    void renewalThatFailsLateIsRepeatedAtOnce() {
        rig.holder(1);
        rig.advance(THIRD);
        rig.advanceMillis(2700);
        rig.lastRenew().unknown();
        rig.advanceMillis(0);
        assertThat(rig.spi.renews()).hasSize(2);
    }

    @Test
    void renewalThatThrowsIsRepeated() {
        rig.holder(1);
        rig.spi.onRenew(call -> {
            throw new IllegalStateException("bug in the back end");
        });
        rig.advance(THIRD);
        rig.advanceMillis(2500);
        assertThat(rig.spi.renews()).hasSize(2);
        assertThat(losses).isEmpty();
    }

    @Test
    void answerWithTooFewResultsCountsAsNone() {
        Actor holder = rig.holder(1);
        rig.advance(THIRD);
        rig.lastRenew().answer().complete(List.of());
        assertThat(holder.now(rig.lock::isHeldByCurrentThread)).isTrue();
        rig.advanceMillis(2500);
        assertThat(rig.spi.renews()).hasSize(2);
    }

    @Test
    void holdWhoseRenewalsAllFailIsOverAtItsDeadline() {
        Actor holder = rig.holder(1);
        rig.spi.onRenew(ScriptedSpi.RenewCall::unknown);
        rig.advanceMillis(29_397);
        assertThat(losses).isEmpty();
        rig.advanceMillis(1);
        Rig.awaitSize(losses, 1);
        assertThat(losses).containsExactly(loss(LossEvent.Cause.EXPIRED));
        assertThat(holder.now(rig.lock::isHeldByCurrentThread)).isFalse();
    }

    /** B44, B46, B49: a terminal answer ends the claim at once, and is told once. */
    @Test
    void answerNotMineEndsTheHoldAtOnce() {
        Actor holder = rig.holder(1);
        rig.advance(THIRD);
        rig.lastRenew().notMine();
        Rig.awaitSize(losses, 1);
        assertThat(losses).containsExactly(loss(LossEvent.Cause.REVOKED));
        assertThat(holder.now(rig.lock::isHeldByCurrentThread)).isFalse();
        int renewals = rig.spi.renews().size();
        rig.advance(Duration.ofMinutes(2));
        assertThat(rig.spi.renews()).hasSize(renewals);
        assertThat(holder.run(rig.lock::unlock).failure()).isInstanceOf(LockLostException.class);
        assertThat(losses).hasSize(1);
    }

    /** B32, B34, B64: the renewal stops before the release is sent, whatever becomes of the release. */
    @Test
    void noRenewalIsSentAfterUnlockHasBegun() {
        Actor holder = rig.holder(1);
        holder.run(rig.lock::unlock).awaitParked();
        rig.advance(Duration.ofMinutes(1));
        assertThat(rig.spi.renews()).isEmpty();
    }

    /** B32, R7: what was on its way when the hold ended changes nothing. */
    @Test
    void lateRenewalIsIgnoredAfterUnlockAndReacquire() {
        rig.spi.onRelease(ScriptedSpi.ReleaseCall::confirmed);
        Actor holder = rig.holder(1);
        rig.advance(THIRD);
        holder.does(rig.lock::unlock);
        Call<String> again =
                holder.run(() -> rig.lock.lock(Duration.ofSeconds(20))).awaitParked();
        rig.lastAcquire().granted(2);
        again.result();
        rig.spi.renew(0).notMine();
        assertThat(holder.now(rig.lock::isHeldByCurrentThread)).isTrue();
        assertThat(holder.now(rig.lock::remainingLease)).isEqualTo(Duration.ofMillis(19_598));
        assertThat(losses).isEmpty();
    }

    @Test
    void lateRenewalIsIgnoredAfterTheLoss() {
        Actor holder = rig.holder(1);
        rig.advance(THIRD);
        rig.spi.events().lost(rig.lastAcquire().claim());
        rig.spi.renew(0).extended();
        assertThat(holder.now(rig.lock::isHeldByCurrentThread)).isFalse();
        rig.spi.renew(0).notMine();
        Rig.awaitSize(losses, 1);
    }

    /** B128: an extension that is confirmed after the deadline brings nothing back. */
    @Test
    void extensionAfterTheDeadlineDoesNotResurrect() {
        Actor holder = rig.holder(1);
        rig.advance(THIRD);
        rig.clock.pause(Duration.ofSeconds(25));
        rig.spi.renew(0).answer().complete(List.of(new Renewal.Extended(Duration.ofHours(1))));
        assertThat(holder.now(rig.lock::isHeldByCurrentThread)).isFalse();
        assertThat(holder.now(rig.lock::remainingLease)).isZero();
        rig.clock.runDue();
        Rig.awaitSize(losses, 1);
    }

    /** B40, B41: a loss leaves nothing behind that would keep the next hold from being renewed. */
    @Test
    void nextHoldAfterALossIsRenewedAgain() {
        rig.spi.onRelease(ScriptedSpi.ReleaseCall::gone);
        Actor holder = rig.holder(1);
        rig.advance(THIRD);
        rig.lastRenew().notMine();
        assertThat(holder.run(rig.lock::unlock).failure()).isInstanceOf(LockLostException.class);
        Call<String> again = holder.run(rig.lock::lock).awaitParked();
        rig.lastAcquire().granted(2);
        again.result();
        rig.spi.onRenew(ScriptedSpi.RenewCall::extended);
        rig.advance(Duration.ofSeconds(90));
        assertThat(holder.now(rig.lock::isHeldByCurrentThread)).isTrue();
    }

    @Test
    void holdWithALeaseOfItsOwnIsNotRenewed() {
        rig.holder(1, Duration.ofSeconds(60));
        rig.advance(Duration.ofSeconds(50));
        assertThat(rig.spi.renews()).isEmpty();
    }

    /** The answer came late; two thirds of the lease are gone, and the renewal must not wait for another third. */
    @Test
    void slowGrantIsRenewedInTime() {
        Call<String> call = rig.actor("slow").run(rig.lock::lock).awaitParked();
        rig.lastAcquire().held();
        rig.advance(Duration.ofSeconds(1));
        rig.clock.pause(Duration.ofSeconds(25));
        rig.lastAcquire().granted(1);
        call.result();
        rig.clock.runDue();
        assertThat(rig.spi.renews()).hasSize(1);
    }

    /** A store that promises less than the lease is asked again before its promise is over. */
    @Test
    void shortPromiseIsRenewedInTime() {
        Call<String> call = rig.actor("short").run(rig.lock::lock).awaitParked();
        rig.lastAcquire().granted(1, Duration.ofSeconds(6));
        call.result();
        rig.spi.onRenew(renewal -> renewal.answer().complete(List.of(new Renewal.Extended(Duration.ofSeconds(6)))));
        rig.advance(Duration.ofSeconds(60));
        assertThat(losses).isEmpty();
        assertThat(rig.spi.renews()).hasSize(30);
    }

    /** A clock that jumped may mean a lease that is over in the store: ask now. */
    @Test
    void clockJumpRenewsAtOnce() {
        Actor holder = rig.holder(1);
        rig.advance(Duration.ofSeconds(3));
        rig.spi.onRenew(ScriptedSpi.RenewCall::extended);
        rig.clock.jump();
        assertThat(rig.spi.renews()).hasSize(1);
        rig.advance(THIRD);
        assertThat(rig.spi.renews()).hasSize(2);
        assertThat(holder.now(rig.lock::isHeldByCurrentThread)).isTrue();
    }

    @Test
    void clockJumpDoesNotRenewWhatHasALeaseOfItsOwn() {
        rig.holder(1, Duration.ofMinutes(1));
        rig.clock.jump();
        assertThat(rig.spi.renews()).isEmpty();
    }

    /** Else each such meeting leaves one more step that comes again and again. */
    @Test
    void stepThatMeetsANewPlanIsNotOneMore() {
        rig.holder(1);
        Actor timer = rig.actor("timer");
        rig.spi.onRenew(ScriptedSpi.RenewCall::extended);
        int planned = rig.size("agenda");
        rig.clock.pause(THIRD);
        List<Call<String>> steps = new ArrayList<>();
        rig.state().underMutex(() -> {
            steps.add(timer.run(rig.clock::runDue));
            Actor.await("the step is kept waiting", () -> timer.thread().getState() == Thread.State.WAITING);
            rig.engine.renewer().reschedule(rig.holderHold().tenure);
        });
        steps.forEach(Call::result);
        assertThat(rig.size("agenda")).isEqualTo(planned);
    }

    @Test
    void renewalWithoutAnAnswerLeavesNothingOnceTheLockIsReleased() {
        Actor holder = rig.holder(1);
        rig.advance(THIRD);
        assertThat(rig.spi.renews()).hasSize(1);
        Call<String> unlock = holder.run(rig.lock::unlock).awaitParked();
        rig.lastRelease().confirmed();
        unlock.result();
        assertThat(rig.size("agenda")).isZero();
    }
}
