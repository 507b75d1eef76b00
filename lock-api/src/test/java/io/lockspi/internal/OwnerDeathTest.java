package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.LockHandle;
import io.lockspi.LossEvent;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** B129: nobody is left who could unlock, so the claim is renewed no longer and ends with its lease. */
class OwnerDeathTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final Rig rig = new Rig();
    private final List<LossEvent> losses = rig.recordLosses();

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void holdOfADeadThreadIsRenewedNoLongerAndEndsWithItsLease() {
        rig.spi.onRenew(ScriptedSpi.RenewCall::extended);
        Actor holder = rig.holder(1);
        rig.advance(Duration.ofSeconds(10));
        assertThat(rig.spi.renews()).hasSize(1);
        holder.dismiss();
        rig.advance(Duration.ofSeconds(29));
        assertThat(rig.spi.renews()).hasSize(1);
        assertThat(losses).isEmpty();
        rig.advance(Duration.ofSeconds(1));
        Rig.awaitSize(losses, 1);
        assertThat(losses).containsExactly(new LossEvent(Rig.NAME, 1, LossEvent.Cause.OWNER_TERMINATED));
        rig.lastRelease().confirmed();
        assertThat(rig.size("states")).isZero();
    }

    @Test
    void waiterProceedsAfterTheDeathOfTheHolder() {
        Actor holder = rig.holder(1);
        Call<String> next = rig.actor("next").run(rig.lock::lock).awaitParked();
        holder.dismiss();
        rig.advance(Duration.ofSeconds(30));
        rig.lastAcquire().granted(2);
        next.result();
    }

    @Test
    void clockJumpDoesNotRenewTheHoldOfADeadThread() {
        rig.holder(1).dismiss();
        rig.clock.jump();
        assertThat(rig.spi.renews()).isEmpty();
    }

    @Test
    void handleThatIsReachableIsRenewed() throws InterruptedException {
        rig.spi.onAcquire(call -> call.granted(1));
        rig.spi.onRenew(ScriptedSpi.RenewCall::extended);
        LockHandle handle = rig.engine.acquire(Rig.NAME, HOUR, null);
        try {
            collectGarbage();
            rig.advance(Duration.ofMinutes(1));
            assertThat(handle.isHeld()).isTrue();
        } finally {
            Reference.reachabilityFence(handle);
        }
    }

    @Test
    void handleOutlivesTheThreadThatAcquiredIt() {
        rig.spi.onAcquire(call -> call.granted(1));
        rig.spi.onRenew(ScriptedSpi.RenewCall::extended);
        Actor acquirer = rig.actor("acquirer");
        LockHandle handle = acquirer.now(() -> rig.engine.acquire(Rig.NAME, HOUR, null));
        acquirer.dismiss();
        rig.advance(Duration.ofMinutes(1));
        assertThat(handle.isHeld()).isTrue();
    }

    @Test
    void forgottenHandleIsRenewedNoLongerAndEndsWithItsLease() throws InterruptedException {
        rig.spi.onAcquire(call -> call.granted(1));
        rig.spi.onRenew(ScriptedSpi.RenewCall::extended);
        acquireAndForget();
        awaitForgotten();
        rig.advance(Duration.ofSeconds(29));
        assertThat(rig.spi.renews()).isEmpty();
        rig.advance(Duration.ofSeconds(1));
        Rig.awaitSize(losses, 1);
        assertThat(losses).containsExactly(new LossEvent(Rig.NAME, 1, LossEvent.Cause.HANDLE_UNREACHABLE));
    }

    @Test
    void forgottenFutureHandleIsRenewedNoLonger() {
        rig.spi.onAcquire(call -> call.granted(1));
        var unused = rig.engine.acquireAsync(Rig.NAME, HOUR, null).join().name();
        awaitForgotten();
        rig.advance(Duration.ofSeconds(30));
        assertThat(rig.spi.renews()).isEmpty();
        Rig.awaitSize(losses, 1);
    }

    private void acquireAndForget() throws InterruptedException {
        assertThat(rig.engine.acquire(Rig.NAME, HOUR, null).isHeld()).isTrue();
    }

    /** The thread that completed the future may have the handle on its stack for a moment longer. */
    private void awaitForgotten() {
        Hold hold = Objects.requireNonNull(rig.state().holder());
        Actor.await("the garbage collector", () -> {
            System.gc();
            return hold.abandonment() != null;
        });
    }

    /** Runs the collector until it has certainly cleared what was unreachable before the call. */
    private static void collectGarbage() {
        WeakReference<@Nullable Object> canary = new WeakReference<>(new Object());
        Actor.await("the garbage collector", () -> {
            System.gc();
            return canary.get() == null;
        });
    }
}
