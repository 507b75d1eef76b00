package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.spi.Attempt;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One remote acquire for each name, driven by the head of the local queue. */
class AcquireTest {
    private static final Duration POLL = Duration.ofSeconds(1);

    private final Rig rig = new Rig();
    private final Actor first = rig.actor("first");
    private final Actor second = rig.actor("second");

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void lockIsHeldOnceTheStoreHasGrantedIt() {
        Call<String> locking = first.run(rig.lock::lock).awaitParked();
        assertThat(rig.lastAcquire().waits()).isTrue();
        assertThat(rig.lastAcquire().claim().lease()).isEqualTo(Duration.ofSeconds(30));
        rig.lastAcquire().granted(7);
        locking.result();
        assertThat(first.now(rig.lock::isHeldByCurrentThread)).isTrue();
        assertThat(first.now(rig.lock::fencingToken)).isEqualTo(7);
        assertThat(first.now(rig.lock::holdCount)).isEqualTo(1);
        assertThat(second.now(rig.lock::isHeldByCurrentThread)).isFalse();
        assertThat(second.now(rig.lock::holdCount)).isZero();
    }

    @Test
    void waitersOfOneServiceMakeOneRequest() {
        first.run(rig.lock::lock).awaitParked();
        second.run(rig.lock::lock).awaitParked();
        rig.actor("third").run(() -> rig.lock.tryLock(Duration.ofMinutes(1))).awaitParked();
        assertThat(rig.spi.acquires()).hasSize(1);
        rig.lastAcquire().held();
        rig.advance(POLL);
        assertThat(rig.spi.acquires()).hasSize(2);
    }

    @Test
    void waitersBehindALocalHolderMakeNoRequest() {
        rig.holder(1);
        first.run(rig.lock::lock).awaitParked();
        rig.advance(Duration.ofSeconds(5));
        assertThat(rig.spi.acquires()).hasSize(1);
    }

    @Test
    void pollsRepeatTheClaimId() {
        first.run(rig.lock::lock).awaitParked();
        for (int poll = 0; poll < 5; poll++) {
            rig.lastAcquire().held();
            rig.advance(POLL);
        }
        assertThat(rig.spi.acquires()).hasSize(6);
        assertThat(rig.spi.acquires().stream().map(call -> call.claim().id()).distinct())
                .hasSize(1);
    }

    /** B69, B70: a notification that never comes costs a poll, not the whole wait. */
    @Test
    void pollIsNeverLaterThanOneSecondAndNotAtOnce() {
        first.run(rig.lock::lock).awaitParked();
        rig.lastAcquire().held(Duration.ofHours(1));
        rig.advanceMillis(700);
        assertThat(rig.spi.acquires()).hasSize(1);
        rig.advanceMillis(300);
        assertThat(rig.spi.acquires()).hasSize(2);
    }

    @Test
    void storeMayAskForAnEarlierAttempt() {
        first.run(rig.lock::lock).awaitParked();
        rig.lastAcquire().held(Duration.ofMillis(20));
        rig.advanceMillis(20);
        assertThat(rig.spi.acquires()).hasSize(1);
        rig.advanceMillis(1);
        assertThat(rig.spi.acquires()).hasSize(2);
    }

    @Test
    void nextWaiterGoesOnWithTheSameClaimWhenTheHeadTimesOut() {
        Call<Boolean> timed =
                first.call(() -> rig.lock.tryLock(Duration.ofMillis(100))).awaitParked();
        Call<String> patient = second.run(rig.lock::lock).awaitParked();
        rig.lastAcquire().held();
        rig.advanceMillis(100);
        assertThat(timed.result()).isFalse();
        rig.advance(POLL);
        assertThat(rig.spi.acquires()).hasSize(2);
        assertThat(rig.spi.acquire(1).claim()).isEqualTo(rig.spi.acquire(0).claim());
        assertThat(rig.spi.releases()).isEmpty();
        rig.lastAcquire().granted(1);
        patient.result();
    }

    @Test
    void nextWaiterGoesOnWithTheAttemptInFlightWhenTheHeadIsInterrupted() {
        Call<String> head = first.run(rig.lock::lockInterruptibly).awaitParked();
        Call<String> next = second.run(rig.lock::lock).awaitParked();
        assertThat(head.interrupt().failure()).isInstanceOf(InterruptedException.class);
        rig.spi.acquire(0).granted(3);
        next.result();
        assertThat(second.now(rig.lock::fencingToken)).isEqualTo(3);
        assertThat(rig.spi.acquires()).hasSize(1);
        assertThat(rig.spi.releases()).isEmpty();
    }

    @Test
    void waiterWithAnotherLeaseStartsANewClaim() {
        Call<Boolean> timed =
                first.call(() -> rig.lock.tryLock(Duration.ofMillis(100))).awaitParked();
        second.run(() -> rig.lock.lock(Duration.ofSeconds(5))).awaitParked();
        rig.lastAcquire().held();
        rig.advanceMillis(100);
        assertThat(timed.result()).isFalse();
        assertThat(rig.spi.acquires()).hasSize(2);
        assertThat(rig.spi.acquire(1).claim().id())
                .isNotEqualTo(rig.spi.acquire(0).claim().id());
        assertThat(rig.spi.acquire(1).claim().lease()).isEqualTo(Duration.ofSeconds(5));
        assertThat(rig.lastRelease().release().claim())
                .isEqualTo(rig.spi.acquire(0).claim());
    }

    /** B134: no id is derived from what two acquisitions have in common. */
    @Test
    void everyAcquisitionHasAFreshRandomId() {
        rig.spi.onAcquire(call -> call.granted(1));
        rig.spi.onRelease(ScriptedSpi.ReleaseCall::confirmed);
        first.does(() -> {
            for (int round = 0; round < 50; round++) {
                Rig.takeAndGiveBack(rig.lock);
            }
        });
        assertThat(rig.spi.acquires()).hasSize(50);
        assertThat(rig.spi.acquires().stream().map(call -> call.claim().id()).distinct())
                .hasSize(50);
        assertThat(rig.lastAcquire().claim().id()).matches("[0-9a-f]{32}");
    }

    @Test
    void claimIdIsFreshAfterARollBack() {
        Call<Boolean> timed =
                first.call(() -> rig.lock.tryLock(Duration.ofMillis(100))).awaitParked();
        rig.lastAcquire().held();
        rig.advanceMillis(100);
        assertThat(timed.result()).isFalse();
        assertThat(rig.spi.releases()).hasSize(1);
        first.run(rig.lock::lock).awaitParked();
        assertThat(rig.spi.acquire(1).claim().id())
                .isNotEqualTo(rig.spi.acquire(0).claim().id());
    }

    @Test
    void localWaitersAreServedInTheOrderOfArrival() {
        rig.spi.onRelease(ScriptedSpi.ReleaseCall::confirmed);
        Actor holder = rig.holder(1);
        Call<String> one = first.run(rig.lock::lock).awaitParked();
        Call<String> two = second.run(rig.lock::lock).awaitParked();
        holder.does(rig.lock::unlock);
        Call<String> again = holder.run(rig.lock::lock).awaitParked();
        rig.lastAcquire().granted(2);
        one.result();
        first.does(rig.lock::unlock);
        rig.lastAcquire().granted(3);
        two.result();
        second.does(rig.lock::unlock);
        rig.lastAcquire().granted(4);
        again.result();
        assertThat(holder.now(rig.lock::fencingToken)).isEqualTo(4);
    }

    /** B30: an outage is no reason to give up, and one failure after the other does not make the waits endless. */
    @Test
    void lockGoesOnTryingDuringAnOutage() {
        Call<String> locking = first.run(rig.lock::lock).awaitParked();
        for (int failure = 0; failure < 20; failure++) {
            rig.lastAcquire().unavailable(Attempt.Effect.NONE);
            rig.advance(POLL);
            assertThat(rig.spi.acquires()).hasSize(failure + 2);
        }
        rig.lastAcquire().granted(9);
        locking.result();
    }
}
