package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.LockBackendException;
import io.lockspi.LockLostException;
import io.lockspi.LockUnavailableException;
import io.lockspi.LossEvent;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How a hold ends when its owner wants it to. */
class UnlockTest {
    private final Rig rig = new Rig();
    private final List<LossEvent> losses = rig.recordLosses();
    private final Actor other = rig.actor("other");

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void unlockReturnsAfterTheStoreHasConfirmed() {
        Actor holder = rig.holder(1);
        Call<String> unlock = holder.run(rig.lock::unlock).awaitParked();
        assertThat(rig.lastRelease().release().claim())
                .isEqualTo(rig.lastAcquire().claim());
        rig.lastRelease().confirmed();
        unlock.result();
        assertThat(holder.now(rig.lock::isHeldByCurrentThread)).isFalse();
        assertThat(losses).isEmpty();
    }

    /** B136: another thread's unlock changes nothing. */
    @Test
    void unlockByAnotherThreadIsRefusedAndChangesNothing() {
        Actor holder = rig.holder(1);
        assertThat(other.run(rig.lock::unlock).failure())
                .isExactlyInstanceOf(IllegalMonitorStateException.class)
                .hasMessageContaining("not held by the current thread");
        assertThat(rig.spi.releases()).isEmpty();
        assertThat(holder.now(rig.lock::isHeldByCurrentThread)).isTrue();
        assertThat(holder.now(rig.lock::holdCount)).isEqualTo(1);
    }

    @Test
    void unlockOfAFreeLockIsRefusedWithoutARequest() {
        assertThat(other.run(rig.lock::unlock).failure()).isExactlyInstanceOf(IllegalMonitorStateException.class);
        assertThat(rig.spi.requests()).isZero();
        assertThat(rig.size("states")).isZero();
    }

    @Test
    void secondUnlockIsRefused() {
        rig.spi.onRelease(ScriptedSpi.ReleaseCall::confirmed);
        Actor holder = rig.holder(1);
        holder.does(rig.lock::unlock);
        assertThat(holder.run(rig.lock::unlock).failure()).isExactlyInstanceOf(IllegalMonitorStateException.class);
        assertThat(rig.spi.releases()).hasSize(1);
    }

    /** B58, B64: without an answer the claim is over here, the next waiter proceeds, and the release goes on. */
    @Test
    void unlockWithoutAnAnswerEndsWithTheRequestTimeout() {
        Actor holder = rig.holder(1);
        Call<String> unlock = holder.run(rig.lock::unlock).awaitParked();
        other.run(rig.lock::lock).awaitParked();
        rig.advanceMillis(2999);
        unlock.awaitParked();
        assertThat(rig.spi.acquires()).hasSize(1);
        rig.advanceMillis(1);
        assertThat(unlock.failure())
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("not confirmed within 3 s");
        assertThat(rig.spi.acquires()).hasSize(2);
        assertThat(holder.run(rig.lock::unlock).failure()).isExactlyInstanceOf(IllegalMonitorStateException.class);
        rig.advanceMillis(20);
        assertThat(rig.spi.releases()).hasSize(2);
        rig.lastRelease().confirmed();
        assertThat(rig.size("releases")).isZero();
    }

    /** A process that stood still finds the answer a moment after its own timers. */
    @Test
    void unlockDuringAPauseReturnsIfTheAnswerHasComeMeanwhile() {
        Actor holder = rig.holder(1);
        Call<String> unlock = holder.run(rig.lock::unlock).awaitParked();
        rig.clock.pause(Duration.ofSeconds(4));
        rig.clock.runDue();
        rig.lastRelease().confirmed();
        unlock.result();
        assertThat(rig.spi.releases()).hasSize(1);
    }

    @Test
    void unlockDuringAPauseEndsSoonAfterItIfNoAnswerHasCome() {
        Actor holder = rig.holder(1);
        Call<String> unlock = holder.run(rig.lock::unlock).awaitParked();
        rig.clock.pause(Duration.ofSeconds(4));
        rig.clock.runDue();
        rig.advanceMillis(149);
        unlock.awaitParked();
        rig.advanceMillis(1);
        assertThat(unlock.failure()).hasMessageContaining("not confirmed within 3 s");
    }

    /** A failure just before the time-out does not grant the re-sent release another time-out. */
    @Test
    void unlockThatFailedOnceEndsWithTheRequestTimeoutAllTheSame() {
        Actor holder = rig.holder(1);
        Call<String> unlock = holder.run(rig.lock::unlock).awaitParked();
        rig.advanceMillis(2900);
        rig.lastRelease().fails();
        rig.advanceMillis(99);
        assertThat(rig.spi.releases()).hasSize(2);
        unlock.awaitParked();
        rig.advanceMillis(1);
        assertThat(unlock.failure())
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("down");
    }

    /** B59: what passes by itself is not the caller's trouble. */
    @Test
    void releaseThatFailsTwiceIsRepeatedAndUnlockReturns() {
        Actor holder = rig.holder(1);
        Call<String> unlock = holder.run(rig.lock::unlock).awaitParked();
        rig.lastRelease().fails();
        rig.advanceMillis(20);
        rig.lastRelease().fails();
        rig.advanceMillis(40);
        unlock.awaitParked();
        rig.lastRelease().confirmed();
        unlock.result();
        assertThat(rig.spi.releases()).hasSize(3);
        assertThat(rig.spi.releases().stream()
                        .map(call -> call.release().claim())
                        .distinct())
                .hasSize(1);
        rig.spi.releases().forEach(ScriptedSpi.ReleaseCall::confirmed);
    }

    /** B60: the first release found nothing, so the lock was lost before. */
    @Test
    void firstReleaseThatFindsNothingMeansThatTheLockWasLost() {
        Actor holder = rig.holder(1);
        Call<String> unlock = holder.run(rig.lock::unlock).awaitParked();
        rig.lastRelease().gone();
        LossEvent event = new LossEvent(Rig.NAME, 1, LossEvent.Cause.REVOKED);
        assertThat(unlock.failure())
                .isInstanceOfSatisfying(
                        LockLostException.class,
                        lost -> assertThat(lost.event()).isEqualTo(event));
        Rig.awaitSize(losses, 1);
        assertThat(losses).containsExactly(event);
        assertThat(holder.run(rig.lock::unlock).failure()).isExactlyInstanceOf(IllegalMonitorStateException.class);
    }

    /** B67: the first release was applied, and its answer lost. */
    @Test
    void releaseThatIsSentAgainAndFindsNothingIsSuccess() {
        Actor holder = rig.holder(1);
        Call<String> unlock = holder.run(rig.lock::unlock).awaitParked();
        rig.lastRelease().fails();
        rig.advanceMillis(20);
        rig.lastRelease().gone();
        unlock.result();
        assertThat(losses).isEmpty();
    }

    /** B61: a refusal is told at once, with its cause; the lock is over here. */
    @Test
    void refusalOfTheReleaseIsToldAtOnce() {
        Actor holder = rig.holder(1);
        Call<String> unlock = holder.run(rig.lock::unlock).awaitParked();
        other.run(rig.lock::lock).awaitParked();
        rig.lastRelease().refused();
        assertThat(unlock.failure())
                .hasMessageContaining("no permission")
                .hasCauseInstanceOf(LockBackendException.class);
        assertThat(rig.spi.acquires()).hasSize(2);
        rig.advance(Duration.ofMinutes(1));
        assertThat(rig.spi.renews()).isEmpty();
    }

    @Test
    void backEndThatThrowsOnReleaseIsAskedAgain() {
        Actor holder = rig.holder(1);
        rig.spi.onRelease(call -> {
            throw new IllegalStateException("bug in the back end");
        });
        Call<String> unlock = holder.run(rig.lock::unlock).awaitParked();
        rig.spi.onRelease(ScriptedSpi.ReleaseCall::confirmed);
        rig.advanceMillis(20);
        unlock.result();
    }

    @Test
    void nextLocalWaiterAsksWithAFreshClaimOnceTheReleaseIsConfirmed() {
        Actor holder = rig.holder(1);
        Call<String> next = other.run(rig.lock::lock).awaitParked();
        Call<String> unlock = holder.run(rig.lock::unlock).awaitParked();
        assertThat(rig.spi.acquires()).hasSize(1);
        rig.lastRelease().confirmed();
        unlock.result();
        assertThat(rig.spi.acquires()).hasSize(2);
        assertThat(rig.spi.acquire(1).claim().id())
                .isNotEqualTo(rig.spi.acquire(0).claim().id());
        rig.lastAcquire().granted(2);
        next.result();
    }

    /** What one holder wrote the next one sees; the race detector here is the second read. */
    @Test
    void whatOneHolderWroteTheNextOneSees() {
        Rig serving = Rig.serving();
        int[] shared = new int[2];
        Actor.Deed add = () -> {
            for (int round = 0; round < 200; round++) {
                serving.lock.lock();
                try {
                    shared[0]++;
                    shared[1] = shared[0];
                } finally {
                    serving.lock.unlock();
                }
            }
        };
        List<Call<String>> calls = List.of(
                serving.actor("a").run(add),
                serving.actor("b").run(add),
                serving.actor("c").run(add));
        calls.forEach(Call::result);
        assertThat(serving.actor("d").now(() -> shared[0] + shared[1])).isEqualTo(1200);
        serving.assertNothingLeft();
        serving.close();
    }
}
