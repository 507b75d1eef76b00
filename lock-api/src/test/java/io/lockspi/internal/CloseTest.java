package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.lockspi.LockHandle;
import io.lockspi.LockLostException;
import io.lockspi.LockUnavailableException;
import io.lockspi.LossEvent;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** K18: what becomes of everything when the service is closed. */
class CloseTest {
    private final Rig rig = new Rig();
    private final List<LossEvent> losses = rig.recordLosses();
    private final Actor closer = rig.actor("closing thread");

    @AfterEach
    void close() {
        rig.close();
    }

    /** B130: the claim ends here first, and the release is sent as far as that is possible. */
    @Test
    void heldLocksEndAndAreReleased() {
        Actor holder = rig.holder(1);
        Call<String> closing = closer.run(rig.engine::close).awaitParked();
        assertThat(holder.now(rig.lock::isHeldByCurrentThread)).isFalse();
        assertThat(rig.lastRelease().release().claim())
                .isEqualTo(rig.lastAcquire().claim());
        Rig.awaitSize(losses, 1);
        assertThat(losses).containsExactly(new LossEvent(Rig.NAME, 1, LossEvent.Cause.CLOSED));
        assertThat(rig.spi.closes()).isZero();
        rig.lastRelease().confirmed();
        closing.result();
        assertThat(rig.spi.closes()).isEqualTo(1);
        assertThat(holder.run(rig.lock::unlock).failure())
                .isInstanceOfSatisfying(
                        LockLostException.class,
                        lost -> assertThat(lost.event().cause()).isEqualTo(LossEvent.Cause.CLOSED));
        assertThat(rig.size("states")).isZero();
    }

    @Test
    void closeWaitsFourSecondsForASilentStoreAndLeavesOneToTheBackEnd() {
        rig.holder(1);
        Call<String> closing = closer.run(rig.engine::close).awaitParked();
        rig.advanceMillis(3999);
        closing.awaitParked();
        rig.advanceMillis(1);
        closing.result();
        assertThat(rig.size("agenda")).isZero();
        assertThat(rig.size("releases")).isZero();
        assertThat(rig.clock.timers()).isZero();
        int requests = rig.spi.requests();
        rig.advance(Duration.ofMinutes(1));
        assertThat(rig.spi.requests()).isEqualTo(requests);
    }

    @Test
    void closeOfAnIdleServiceReturnsAtOnceAndIsIdempotent() {
        closer.does(rig.engine::close);
        closer.does(rig.engine::close);
        assertThat(rig.spi.closes()).isEqualTo(1);
        assertThat(rig.spi.requests()).isZero();
    }

    @Test
    void closeOnAnInterruptedThreadStillWaitsAndKeepsTheFlag() {
        rig.holder(1);
        Call<String> closing = closer.run(() -> {
            Thread.currentThread().interrupt();
            rig.engine.close();
        });
        closing.awaitParked();
        rig.lastRelease().confirmed();
        closing.result();
        assertThat(closing.flagAtEnd()).isTrue();
    }

    /** B130: whoever waits is told at once, remotely or in the local queue. */
    @Test
    void waitersGetIllegalStateException() {
        Actor holder = rig.holder(1);
        Call<String> queued = rig.actor("queued").run(rig.lock::lock).awaitParked();
        Call<Boolean> timed = rig.actor("timed")
                .call(() -> rig.engine.lock("b").tryLock(1, TimeUnit.MINUTES))
                .awaitParked();
        CompletableFuture<LockHandle> future = rig.engine.acquireAsync("c", Duration.ofHours(1), null);
        closer.run(rig.engine::close).awaitParked();
        assertThat(queued.failure())
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
        assertThat(timed.failure()).isExactlyInstanceOf(IllegalStateException.class);
        Actor.await("the future", future::isCompletedExceptionally);
        assertThat(holder.run(rig.lock::unlock).failure()).isInstanceOf(LockLostException.class);
    }

    /** What a waiter had sent may still be granted, and is released as well. */
    @Test
    void attemptInFlightIsReleased() {
        rig.actor("waiter").run(rig.lock::lock).awaitParked();
        Call<String> closing = closer.run(rig.engine::close).awaitParked();
        assertThat(rig.lastRelease().release().unanswered()).isTrue();
        rig.lastRelease().confirmed();
        closing.result();
    }

    @Test
    void laterCallsGetIllegalStateException() {
        closer.does(rig.engine::close);
        assertThatIllegalStateException().isThrownBy(rig.lock::lock);
        assertThatIllegalStateException().isThrownBy(rig.lock::tryLock);
        assertThatIllegalStateException().isThrownBy(() -> rig.lock.tryLock(Duration.ofSeconds(1)));
        assertThatIllegalStateException().isThrownBy(rig.lock::lockInterruptibly);
        assertThatIllegalStateException().isThrownBy(() -> rig.engine.acquire("x", Duration.ZERO, null));
        assertThatIllegalStateException().isThrownBy(() -> rig.engine.check(Duration.ofSeconds(1)));
        assertThatIllegalStateException().isThrownBy(() -> rig.engine.inspect("x"));
        assertThat(rig.engine.acquireAsync("x", Duration.ZERO, null)).isCompletedExceptionally();
        assertThat(rig.spi.requests()).isZero();
        assertThat(rig.size("states")).isZero();
    }

    @Test
    void nestedLockAfterCloseIsRefused() {
        rig.spi.onRelease(ScriptedSpi.ReleaseCall::confirmed);
        Actor holder = rig.holder(1);
        closer.does(rig.engine::close);
        assertThat(holder.run(rig.lock::lock).failure()).isExactlyInstanceOf(IllegalStateException.class);
        assertThat(holder.run(rig.lock::unlock).failure()).isInstanceOf(LockLostException.class);
    }

    /** An unlock that is under way is told that its release was not confirmed. */
    @Test
    void unlockUnderWayEndsWithTheService() {
        Actor holder = rig.holder(1);
        Call<String> unlock = holder.run(rig.lock::unlock).awaitParked();
        rig.advanceMillis(1000);
        Call<String> closing = closer.run(rig.engine::close).awaitParked();
        rig.advanceMillis(2000);
        assertThat(unlock.failure()).isInstanceOf(LockUnavailableException.class);
        rig.advanceMillis(3000);
        closing.result();
    }

    @Test
    void lateAnswersAfterCloseAreHarmless() {
        Rig other = new Rig();
        Actor holder = other.holder(1);
        other.actor("waiter").run(other.engine.lock("b")::lock).awaitParked();
        other.advance(Duration.ofSeconds(10));
        Call<String> closing = other.actor("closes").run(other.engine::close).awaitParked();
        other.advance(Duration.ofSeconds(5));
        closing.result();
        other.spi.acquires().forEach(call -> call.granted(2));
        other.spi.renews().forEach(ScriptedSpi.RenewCall::extended);
        other.spi.releases().forEach(ScriptedSpi.ReleaseCall::gone);
        assertThat(other.clock.timers()).isZero();
        assertThat(holder.now(other.lock::isHeldByCurrentThread)).isFalse();
        other.close();
    }

    /** B139: a tick of the renewal during close ends nothing but itself. */
    @Test
    void renewalStopsWithClose() {
        rig.holder(1);
        rig.advance(Duration.ofSeconds(9));
        Call<String> closing = closer.run(rig.engine::close).awaitParked();
        rig.advance(Duration.ofSeconds(5));
        closing.result();
        assertThat(rig.spi.renews()).isEmpty();
    }

    @Test
    void serviceMayBeClosedByALossListener() {
        rig.spi.onRelease(ScriptedSpi.ReleaseCall::confirmed);
        var unused = rig.lock.onLost(event -> rig.engine.close());
        rig.holder(1);
        rig.spi.events().lost(rig.lastAcquire().claim());
        Actor.await("the end of the back end", () -> rig.spi.closes() == 1);
    }
}
