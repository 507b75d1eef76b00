package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.LockLostException;
import io.lockspi.LossEvent;
import io.lockspi.Registration;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How a hold ends when its owner does not want it to. */
class LossTest {
    private static final Duration LEASE = Duration.ofSeconds(10);

    private final Rig rig = new Rig();
    private final List<LossEvent> losses = rig.recordLosses();
    private final Actor other = rig.actor("other");

    @AfterEach
    void close() {
        rig.close();
    }

    private static LossEvent loss(LossEvent.Cause cause) {
        return new LossEvent(Rig.NAME, 1, cause);
    }

    @Test
    void claimWithALeaseOfItsOwnEndsAtItsDeadline() {
        Actor holder = rig.holder(1, LEASE);
        rig.advanceMillis(9797);
        assertThat(rig.spi.releases()).isEmpty();
        rig.advanceMillis(1);
        Rig.awaitSize(losses, 1);
        assertThat(losses).containsExactly(loss(LossEvent.Cause.EXPIRED));
        assertThat(rig.lastRelease().release().claim())
                .isEqualTo(rig.lastAcquire().claim());
        assertThat(holder.run(rig.lock::unlock).failure())
                .isInstanceOf(LockLostException.class)
                .hasMessageContaining("lease ran out");
    }

    /** B83: nobody has called unlock. */
    @Test
    void localWaiterProceedsAfterTheLossWithoutAnyUnlock() {
        rig.holder(1, LEASE);
        Call<String> next = other.run(rig.lock::lock).awaitParked();
        rig.advance(LEASE);
        assertThat(rig.spi.acquires()).hasSize(2);
        rig.lastAcquire().granted(2);
        next.result();
        assertThat(other.now(rig.lock::fencingToken)).isEqualTo(2);
    }

    /** B83: no timer has run yet, because the process was stopped, and the newcomer is not stopped by the old holder. */
    @Test
    void newcomerFindsTheEndOfALeaseBeforeTheTimerDoes() {
        rig.holder(1, LEASE);
        rig.clock.pause(LEASE);
        other.run(rig.lock::lock).awaitParked();
        assertThat(rig.spi.acquires()).hasSize(2);
        Rig.awaitSize(losses, 1);
    }

    /** B56, B44: the old holder's unlock says what happened, and does not touch the next holder. */
    @Test
    void unlockAfterTheLossLeavesTheNextHolderAlone() {
        Actor holder = rig.holder(1);
        rig.spi.events().lost(rig.lastAcquire().claim());
        Call<String> next = other.run(rig.lock::lock).awaitParked();
        rig.lastAcquire().granted(2);
        next.result();
        int releases = rig.spi.releases().size();
        assertThat(holder.run(rig.lock::unlock).failure())
                .isInstanceOfSatisfying(
                        LockLostException.class,
                        lost -> assertThat(lost.event()).isEqualTo(loss(LossEvent.Cause.REVOKED)));
        assertThat(rig.spi.releases()).hasSize(releases);
        assertThat(other.now(rig.lock::isHeldByCurrentThread)).isTrue();
        assertThat(holder.run(rig.lock::unlock).failure()).isExactlyInstanceOf(IllegalMonitorStateException.class);
        Rig.awaitSize(losses, 1);
    }

    @Test
    void lossOfAnEarlierClaimIsIgnored() {
        Actor holder = rig.holder(1);
        rig.spi.onRelease(ScriptedSpi.ReleaseCall::confirmed);
        holder.does(rig.lock::unlock);
        Call<String> again = holder.run(rig.lock::lock).awaitParked();
        rig.lastAcquire().granted(2);
        again.result();
        rig.spi.events().lost(rig.spi.acquire(0).claim());
        assertThat(holder.now(rig.lock::isHeldByCurrentThread)).isTrue();
    }

    @Test
    void lossIsToldOnceWhoeverFindsItFirst() {
        rig.holder(1);
        rig.spi.events().lost(rig.lastAcquire().claim());
        rig.spi.events().lost(rig.lastAcquire().claim());
        rig.advance(Duration.ofMinutes(1));
        other.run(rig.lock::lock).awaitParked();
        Rig.awaitSize(losses, 1);
    }

    /** The store's word came while the clock ended the same hold: both know the hold, and one of them is late. */
    @Test
    void lossThatIsFoundTwiceIsToldAndReleasedOnce() {
        rig.holder(1);
        Hold hold = Objects.requireNonNull(rig.state().holder());
        hold.state.revoked(hold.claim);
        hold.state.revoked(hold.claim);
        assertThat(rig.spi.releases()).hasSize(1);
        Rig.awaitSize(losses, 1);
    }

    /** B48: the second acquire is a real one, with and without an unlock between. */
    @Test
    void lostLockIsReusableAtOnce() {
        Actor holder = rig.holder(1);
        rig.spi.events().lost(rig.lastAcquire().claim());
        Call<String> again = holder.run(rig.lock::lock).awaitParked();
        rig.lastAcquire().granted(2);
        again.result();
        assertThat(holder.now(rig.lock::holdCount)).isEqualTo(1);
        assertThat(holder.now(rig.lock::fencingToken)).isEqualTo(2);
        rig.spi.onRelease(ScriptedSpi.ReleaseCall::confirmed);
        holder.does(rig.lock::unlock);
        assertThat(holder.run(rig.lock::unlock).failure()).isExactlyInstanceOf(IllegalMonitorStateException.class);
    }

    /** Nothing was acquired in between, so the loss is still what the unlock is about. */
    @Test
    void failedAttemptAfterTheLossDoesNotHideTheLoss() {
        Actor holder = rig.holder(1);
        rig.spi.events().lost(rig.lastAcquire().claim());
        Call<Boolean> attempt = holder.call(rig.lock::tryLock).awaitParked();
        rig.lastAcquire().held();
        assertThat(attempt.result()).isFalse();
        assertThat(holder.run(rig.lock::unlock).failure()).isInstanceOf(LockLostException.class);
    }

    @Test
    void everyLevelOfALostHoldSaysThatItIsLost() {
        Actor holder = rig.holder(1);
        holder.does(rig.lock::lock);
        holder.does(rig.lock::lock);
        rig.spi.events().lost(rig.lastAcquire().claim());
        assertThat(holder.now(rig.lock::holdCount)).isZero();
        for (int level = 0; level < 3; level++) {
            assertThat(holder.run(rig.lock::unlock).failure()).isInstanceOf(LockLostException.class);
        }
        assertThat(holder.run(rig.lock::unlock).failure()).isExactlyInstanceOf(IllegalMonitorStateException.class);
        rig.spi.releases().forEach(ScriptedSpi.ReleaseCall::gone);
    }

    @Test
    void tokenAndClaimOfALostLockAreRefused() {
        Actor holder = rig.holder(1);
        rig.spi.events().lost(rig.lastAcquire().claim());
        assertThat(holder.run(() -> rig.lock.fencingToken()).failure()).isInstanceOf(LockLostException.class);
        assertThat(holder.run(() -> rig.lock.claim()).failure()).isInstanceOf(LockLostException.class);
        assertThat(other.run(() -> rig.lock.fencingToken()).failure())
                .isExactlyInstanceOf(IllegalMonitorStateException.class);
    }

    /** B128: the process was stopped, and nothing has run since. */
    @Test
    void unlockAfterAPauseSaysLostAndReleasesOnlyItsOwnClaim() {
        Actor holder = rig.holder(1);
        rig.clock.pause(Duration.ofMinutes(1));
        assertThat(holder.run(rig.lock::unlock).failure())
                .isInstanceOfSatisfying(
                        LockLostException.class,
                        lost -> assertThat(lost.event()).isEqualTo(loss(LossEvent.Cause.EXPIRED)));
        assertThat(rig.lastRelease().release().claim())
                .isEqualTo(rig.lastAcquire().claim());
    }

    @Test
    void listenerMayCallTheApi() {
        List<Object> seen = new CopyOnWriteArrayList<>();
        var unused = rig.lock.onLost(event -> seen.add(rig.lock.tryLock()));
        rig.spi.onAcquire(call -> call.granted(2));
        rig.actor("a").does(rig.lock::lock);
        rig.spi.onAcquire(ScriptedSpi.AcquireCall::held);
        rig.spi.events().lost(rig.lastAcquire().claim());
        Rig.awaitSize(seen, 1);
        assertThat(seen).containsExactly(false);
    }

    /** K20: a listener that never returns holds up neither other listeners nor the engine. */
    @Test
    void listenersThatBlockOrThrowHarmNobody() {
        CountDownLatch never = new CountDownLatch(1);
        List<LossEvent> later = new CopyOnWriteArrayList<>();
        var blocking = rig.lock.onLost(event -> awaitUninterruptibly(never));
        var throwing = rig.lock.onLost(event -> {
            throw new IllegalStateException("bug in the application");
        });
        var recording = rig.lock.onLost(later::add);
        rig.holder(1);
        rig.spi.events().lost(rig.lastAcquire().claim());
        Rig.awaitSize(later, 1);
        rig.holder(2);
        rig.spi.onRenew(ScriptedSpi.RenewCall::extended);
        rig.advance(Duration.ofSeconds(20));
        assertThat(rig.spi.renews()).hasSize(2);
        rig.spi.events().lost(rig.lastAcquire().claim());
        Rig.awaitSize(later, 2);
        never.countDown();
        List.of(blocking, throwing, recording).forEach(Registration::close);
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }
}
