package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.LockHandle;
import io.lockspi.LockLostException;
import io.lockspi.LossEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A claim goes from one waiter of a service to the next without a request. */
@SuppressWarnings("LockNotBeforeTry") // locking and unlocking is what is tested
class HandOverTest {
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Rig rig = new Rig();
    private final Actor first = rig.actor("first");
    private final Actor second = rig.actor("second");
    private final Actor third = rig.actor("third");

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void unlockPassesTheClaimOnWithoutARequest() {
        holdsABlock(1, 64);
        Call<String> waiting = second.run(rig.lock::lock).awaitParked();
        first.does(rig.lock::unlock);
        waiting.result();
        assertThat(rig.spi.requests()).isEqualTo(1);
        assertThat(first.now(rig.lock::isHeldByCurrentThread)).isFalse();
        assertThat(second.now(rig.lock::isHeldByCurrentThread)).isTrue();
        assertThat(second.now(rig.lock::holdCount)).isEqualTo(1);
        assertThat(first.run(rig.lock::unlock).failure()).isInstanceOf(IllegalMonitorStateException.class);
        releases(second, 64);
    }

    @Test
    void blockIsAskedForAndEachSectionHasAHigherTokenOfIt() {
        holdsABlock(101, 164);
        assertThat(rig.lastAcquire().claim().tokens()).isEqualTo(64);
        assertThat(first.now(rig.lock::fencingToken)).isEqualTo(101);
        Call<String> waiting = second.run(rig.lock::lock).awaitParked();
        Call<String> behind = third.run(rig.lock::lock).awaitParked();
        first.does(rig.lock::unlock);
        waiting.result();
        assertThat(second.now(rig.lock::fencingToken)).isEqualTo(102);
        assertThat(second.now(() -> rig.lock.claim().fencingToken())).isEqualTo(102);
        second.does(rig.lock::unlock);
        behind.result();
        assertThat(third.now(rig.lock::fencingToken)).isEqualTo(103);
        releases(third, 164);
    }

    @Test
    void waitersAreServedInTheOrderOfArrival() {
        holdsABlock(1, 64);
        Call<String> waiting = second.run(rig.lock::lock).awaitParked();
        Call<String> behind = third.run(rig.lock::lock).awaitParked();
        first.does(rig.lock::unlock);
        waiting.result();
        Call<String> again = first.run(rig.lock::lock).awaitParked();
        second.does(rig.lock::unlock);
        behind.result();
        third.does(rig.lock::unlock);
        again.result();
        assertThat(rig.spi.requests()).isEqualTo(1);
    }

    @Test
    void claimWhoseTokensAreUsedUpIsReleased() {
        holdsABlock(1, 3);
        pingPong(2);
        Call<String> waiting = second.run(rig.lock::lock).awaitParked();
        Call<String> unlocking = first.run(rig.lock::unlock).awaitParked();
        assertThat(rig.lastRelease().release().topToken()).isEqualTo(3);
        rig.lastRelease().confirmed();
        unlocking.result();
        rig.advanceMillis(3);
        assertThat(rig.spi.acquires()).hasSize(2);
        assertThat(rig.lastAcquire().claim().id())
                .isNotEqualTo(rig.spi.acquire(0).claim().id());
        assertThat(waiting.isDone()).isFalse();
    }

    @Test
    void claimServesAtMostSixtyFourSections() {
        holdsABlock(1, 1_000);
        pingPong(63);
        assertThat(rig.spi.requests()).isEqualTo(1);
        second.does(() -> {});
        Actor holder = first.now(rig.lock::isHeldByCurrentThread) ? first : second;
        Actor waiter = holder == first ? second : first;
        waiter.run(rig.lock::lock).awaitParked();
        holder.run(rig.lock::unlock).awaitParked();
        assertThat(rig.spi.releases()).hasSize(1);
    }

    @Test
    void claimIsPassedOnForTwentyMilliseconds() {
        holdsABlock(1, 64);
        Call<String> waiting = second.run(rig.lock::lock).awaitParked();
        rig.advanceMillis(19);
        first.does(rig.lock::unlock);
        waiting.result();
        first.run(rig.lock::lock).awaitParked();
        rig.advanceMillis(1);
        second.run(rig.lock::unlock).awaitParked();
        assertThat(rig.spi.releases()).hasSize(1);
    }

    @Test
    void claimWithAShortLeaseIsPassedOnForAThirdOfIt() {
        Duration brief = Duration.ofMillis(30);
        Call<String> locking = first.run(() -> rig.lock.lock(brief)).awaitParked();
        rig.lastAcquire().grantedBlock(1, 64, brief);
        locking.result();
        second.run(() -> rig.lock.lock(brief)).awaitParked();
        rig.advanceMillis(10);
        first.run(rig.lock::unlock).awaitParked();
        assertThat(rig.spi.releases()).hasSize(1);
    }

    @Test
    void claimWithLessThanHalfOfItsLeaseLeftIsReleased() {
        Duration lease = Duration.ofSeconds(4);
        Call<String> locking = first.run(() -> rig.lock.lock(lease)).awaitParked();
        rig.advanceMillis(2_000);
        rig.lastAcquire().grantedBlock(1, 64, lease);
        locking.result();
        second.run(() -> rig.lock.lock(lease)).awaitParked();
        first.run(rig.lock::unlock).awaitParked();
        assertThat(rig.spi.releases()).hasSize(1);
    }

    @Test
    void claimThatTheStorePromisedForLessThanItsLeaseIsPassedOn() {
        Call<String> locking = first.run(rig.lock::lock).awaitParked();
        rig.lastAcquire().grantedBlock(1, 64, Duration.ofSeconds(10));
        locking.result();
        Call<String> waiting = second.run(rig.lock::lock).awaitParked();
        first.does(rig.lock::unlock);
        waiting.result();
    }

    @Test
    void claimIsNotPassedToAWaiterThatWantsAnotherLease() {
        holdsABlock(1, 64);
        second.run(() -> rig.lock.lock(LEASE)).awaitParked();
        first.run(rig.lock::unlock).awaitParked();
        assertThat(rig.spi.releases()).as("same lease, but not renewed").hasSize(1);
    }

    @Test
    void claimWithALeaseOfItsOwnIsPassedToAWaiterWithTheSame() {
        Call<String> locking = first.run(() -> rig.lock.lock(LEASE)).awaitParked();
        rig.lastAcquire().grantedBlock(1, 64, LEASE);
        locking.result();
        Call<String> same = second.run(() -> rig.lock.lock(LEASE)).awaitParked();
        third.run(() -> rig.lock.lock(LEASE.plusSeconds(1))).awaitParked();
        first.does(rig.lock::unlock);
        same.result();
        assertThat(second.now(rig.lock::remainingLease)).isLessThanOrEqualTo(LEASE);
        second.run(rig.lock::unlock).awaitParked();
        assertThat(rig.spi.releases()).hasSize(1);
    }

    @Test
    void claimThatANestedAcquireLengthenedIsReleased() {
        holdsABlock(1, 64);
        Call<String> nesting = first.run(() -> rig.lock.lock(MINUTE)).awaitParked();
        rig.lastRenew().extended();
        nesting.result();
        first.does(rig.lock::unlock);
        second.run(rig.lock::lock).awaitParked();
        first.run(rig.lock::unlock).awaitParked();
        assertThat(rig.spi.releases()).hasSize(1);
    }

    @Test
    void onlyTheOutermostUnlockPassesTheClaimOn() {
        holdsABlock(1, 64);
        first.does(rig.lock::lock);
        Call<String> waiting = second.run(rig.lock::lock).awaitParked();
        first.does(rig.lock::unlock);
        assertThat(first.now(rig.lock::isHeldByCurrentThread)).isTrue();
        assertThat(waiting.isDone()).isFalse();
        first.does(rig.lock::unlock);
        waiting.result();
    }

    @Test
    void waiterThatLeftIsPassedOver() {
        holdsABlock(1, 64);
        Call<String> interrupted = second.run(rig.lock::lockInterruptibly).awaitParked();
        Call<Boolean> timedOut =
                third.call(() -> rig.lock.tryLock(Duration.ofMillis(5))).awaitParked();
        Actor patient = rig.actor("patient");
        Call<String> waiting = patient.run(rig.lock::lock).awaitParked();
        assertThat(interrupted.interrupt().failure()).isInstanceOf(InterruptedException.class);
        rig.advanceMillis(5);
        assertThat(timedOut.result()).isFalse();
        first.does(rig.lock::unlock);
        waiting.result();
        releases(patient, 64);
    }

    @Test
    void waiterThatWakesAfterTheClaimIsOverAsksAnew() {
        holdsABlock(1, 64);
        Call<String> waiting = second.run(rig.lock::lock).awaitParked();
        Hold hold = Objects.requireNonNull(rig.state().holder());
        waiting.awaitParkedAgainAfter(() -> rig.state().underMutex(() -> {
            rig.state().afterwards(() -> rig.advance(MINUTE));
            rig.state().endSection(hold, null);
        }));
        assertThat(rig.spi.acquires()).hasSize(2);
        rig.lastAcquire().granted(65);
        waiting.result();
        assertThat(second.now(rig.lock::fencingToken)).isEqualTo(65);
    }

    @Test
    void lostClaimIsNotPassedOn() {
        holdsABlock(1, 64);
        Call<String> waiting = second.run(rig.lock::lock).awaitParked();
        rig.spi.onRenew(ScriptedSpi.RenewCall::unknown);
        rig.advance(LEASE);
        assertThat(first.run(rig.lock::unlock).failure()).isInstanceOf(LockLostException.class);
        assertThat(waiting.isDone()).isFalse();
        assertThat(rig.spi.acquires()).hasSize(2);
        rig.lastAcquire().granted(65);
        waiting.result();
    }

    @Test
    void lossConcernsTheSectionThatRuns() {
        List<LossEvent> losses = rig.recordLosses();
        holdsABlock(1, 64);
        rig.advanceMillis(10);
        Call<String> waiting = second.run(rig.lock::lock).awaitParked();
        first.does(rig.lock::unlock);
        waiting.result();
        rig.advance(Duration.ofSeconds(10));
        rig.lastRenew().notMine();
        assertThat(second.now(rig.lock::isHeldByCurrentThread)).isFalse();
        assertThat(second.run(rig.lock::unlock).failure()).isInstanceOf(LockLostException.class);
        Actor.await("a loss", () -> !losses.isEmpty());
        assertThat(losses).extracting(LossEvent::fencingToken).containsExactly(2L);
        assertThat(first.run(rig.lock::unlock).failure()).isNotInstanceOf(LockLostException.class);
    }

    /** The event finds the claim before the hand-over and the mutex after it. */
    @Test
    void lossThatComesDuringTheHandOverConcernsTheNextSection() {
        holdsABlock(1, 64);
        Call<String> waiting = second.run(rig.lock::lock).awaitParked();
        Hold hold = Objects.requireNonNull(rig.state().holder());
        rig.state().underMutex(() -> {
            Call<String> event = third.run(() -> rig.spi.events().lost(hold.claim));
            Actor.await("the event", () -> third.thread().getState() == Thread.State.WAITING && isBlocked(third));
            rig.state().afterwards(event::result);
            rig.state().endSection(hold, null);
        });
        Actor.await("a new attempt", () -> rig.spi.acquires().size() == 2);
        rig.lastAcquire().granted(65);
        waiting.result();
        assertThat(second.now(rig.lock::fencingToken)).isEqualTo(65);
    }

    private static boolean isBlocked(Actor actor) {
        return Arrays.stream(actor.thread().getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("underMutex"));
    }

    @Test
    void passedClaimIsRenewedOnItsOldSchedule() {
        holdsABlock(1, 64);
        rig.advanceMillis(10);
        Call<String> waiting = second.run(rig.lock::lock).awaitParked();
        first.does(rig.lock::unlock);
        waiting.result();
        rig.advance(Duration.ofSeconds(10).minusMillis(11));
        assertThat(rig.spi.renews()).isEmpty();
        rig.advanceMillis(1);
        assertThat(rig.spi.renews()).hasSize(1);
        rig.lastRenew().extended();
        assertThat(second.now(rig.lock::remainingLease)).isGreaterThan(Duration.ofSeconds(29));
    }

    @Test
    void renewalThatIsAnsweredAfterTheHandOverProlongsTheNextSection() {
        Duration valid = Duration.ofMillis(15_400);
        Call<String> locking = first.run(rig.lock::lock).awaitParked();
        rig.lastAcquire().grantedBlock(1, 64, valid);
        locking.result();
        rig.state()
                .underMutex(() -> rig.engine
                        .renewer()
                        .renewNow(Objects.requireNonNull(rig.state().holder()).tenure, rig.engine.nanos()));
        rig.advanceMillis(0);
        assertThat(rig.spi.renews()).hasSize(1);
        Call<String> waiting = second.run(rig.lock::lock).awaitParked();
        first.does(rig.lock::unlock);
        waiting.result();
        assertThat(second.now(rig.lock::remainingLease)).isLessThan(valid);
        rig.lastRenew().extended();
        assertThat(second.now(rig.lock::remainingLease)).isGreaterThan(Duration.ofSeconds(29));
    }

    @Test
    void handlesPassTheClaimOnAsWell() throws Exception {
        CompletableFuture<LockHandle> one = rig.engine.acquireAsync(Rig.NAME, MINUTE, null);
        CompletableFuture<LockHandle> two = rig.engine.acquireAsync(Rig.NAME, MINUTE, null);
        Call<String> thread = second.run(rig.lock::lock).awaitParked();
        rig.lastAcquire().grantedBlock(1, 64, LEASE);
        LockHandle handle = HandleTest.get(one);
        CompletableFuture<Void> closed = handle.closeAsync();
        assertThat(closed).isCompleted();
        LockHandle next = HandleTest.get(two);
        assertThat(handle.isHeld()).isFalse();
        assertThat(handle.fencingToken()).isEqualTo(1);
        assertThat(next.isHeld()).isTrue();
        assertThat(next.fencingToken()).isEqualTo(2);
        handle.close();
        assertThat(next.isHeld()).as("after a second close of the first").isTrue();
        next.close();
        thread.result();
        assertThat(second.now(rig.lock::fencingToken)).isEqualTo(3);
        assertThat(rig.spi.requests()).isEqualTo(1);
    }

    @Test
    void unlockOfTheLastSectionIsToldThatTheClaimWasGone() {
        holdsABlock(1, 64);
        Call<String> waiting = second.run(rig.lock::lock).awaitParked();
        first.does(rig.lock::unlock);
        waiting.result();
        Call<String> unlocking = second.run(rig.lock::unlock).awaitParked();
        rig.lastRelease().gone();
        assertThat(unlocking.failure()).isInstanceOf(LockLostException.class);
    }

    @Test
    void singleAttemptIsToldThatTheLockIsHeld() {
        holdsABlock(1, 64);
        second.run(rig.lock::lock).awaitParked();
        assertThat(third.now(() -> rig.lock.tryLock())).isFalse();
        first.does(rig.lock::unlock);
        assertThat(third.now(() -> rig.lock.tryLock())).isFalse();
    }

    private void holdsABlock(long firstToken, long lastToken) {
        Call<String> locking = first.run(rig.lock::lock).awaitParked();
        rig.lastAcquire().grantedBlock(firstToken, lastToken, LEASE);
        locking.result();
    }

    /** Passes the lock between the first two, which must be the only ones; the holder waits for nobody at the end. */
    private void pingPong(int times) {
        List<Actor> turns = new ArrayList<>(List.of(first, second));
        for (int i = 0; i < times; i++) {
            Call<String> waiting = turns.get(1).run(rig.lock::lock).awaitParked();
            turns.get(0).does(rig.lock::unlock);
            waiting.result();
            turns.add(turns.remove(0));
        }
    }

    private void releases(Actor holder, long topToken) {
        Call<String> unlocking = holder.run(rig.lock::unlock).awaitParked();
        assertThat(rig.spi.releases()).hasSize(1);
        assertThat(rig.lastRelease().release().topToken()).isEqualTo(topToken);
        rig.lastRelease().confirmed();
        unlocking.result();
        rig.assertNothingLeft();
    }
}
