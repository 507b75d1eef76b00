package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lockspi.LockHandle;
import io.lockspi.LockTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** A future handle is completed, once, whatever comes first. */
class AsyncDeliveryTest {
    private final HandDriven rig = new HandDriven();

    @Test
    void singleAttemptIsToldAtOnceThatTheLockIsHeldHere() {
        LockHandle holder = rig.held();

        CompletableFuture<LockHandle> second = rig.acquire(Duration.ZERO);

        assertThat(holder.isHeld()).isTrue();
        assertThat(second).isCompletedExceptionally();
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(second::join)
                .withCauseInstanceOf(LockTimeoutException.class);
    }

    @Test
    void grantThatOvertakesTheTimerLeavesNoTimer() {
        // The answer comes on another thread while this one is about to note its timer.
        rig.meanwhile = () -> rig.meanwhile = () -> rig.answer(rig.newestAcquire(), rig.granted());
        CompletableFuture<LockHandle> future = rig.acquire(Duration.ofSeconds(1));
        assertThat(future).isCompleted();

        CompletableFuture<Void> closed = future.join().closeAsync();
        rig.answer(rig.newestRelease(), true);

        assertThat(closed).isCompleted();
        assertThat(rig.size("agenda")).isZero();
    }

    @Test
    void grantIsDeliveredThoughTheServiceWasClosedBetweenDecisionAndWakeUp() {
        CompletableFuture<LockHandle> future = rig.acquire(Duration.ofSeconds(1));
        rig.callbacks.shutdown();

        rig.answer(rig.newestAcquire(), rig.granted());

        assertThat(future).isCompleted();
    }

    @Test
    void endOfACloseIsDeliveredThoughTheServiceWasClosedMeanwhile() {
        CompletableFuture<Void> closed = rig.held().closeAsync();
        rig.callbacks.shutdown();

        rig.answer(rig.newestRelease(), true);

        assertThat(closed).isCompleted();
    }
}
