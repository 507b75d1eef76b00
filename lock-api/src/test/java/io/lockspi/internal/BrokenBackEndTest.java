package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lockspi.LockHandle;
import io.lockspi.LockUnavailableException;
import io.lockspi.spi.Attempt;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What goes wrong in one step does not take others with it. */
class BrokenBackEndTest {
    private final HandDriven rig = new HandDriven();
    private final Logger log = Logger.getLogger("io.lockspi");
    private final Level before = log.getLevel();

    @BeforeEach
    void silence() {
        log.setLevel(Level.OFF);
    }

    @AfterEach
    void speak() {
        log.setLevel(before);
    }

    @Test
    void missingStageIsAFailedAttempt() {
        rig.returnsNull = true;

        CompletableFuture<LockHandle> future = rig.acquire(Duration.ZERO);

        assertThat(future).isCompletedExceptionally();
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(future::join)
                .withCauseInstanceOf(LockUnavailableException.class);
    }

    @Test
    void missingStageOfAReleaseIsNoAnswer() {
        LockHandle handle = rig.held();
        rig.returnsNull = true;

        CompletableFuture<Void> closed = handle.closeAsync();
        rig.advanceTo(Duration.ofSeconds(4));

        assertThat(closed).isCompletedExceptionally();
    }

    @Test
    void stepThatFailsDoesNotKeepTheNextOneFromBeingDone() {
        AtomicBoolean done = new AtomicBoolean();
        LockState state = rig.engine.enter(HandDriven.NAME);
        state.afterwards(() -> {
            throw new IllegalStateException("no thread to be had");
        });
        state.afterwards(() -> done.set(true));

        state.exit();

        assertThat(done).isTrue();
    }

    @Test
    void attemptDuringAnOutageIsNotToldThatTheLockIsHeld() {
        CompletableFuture<LockHandle> waiting = rig.acquire(Duration.ofSeconds(100));
        rig.answer(rig.newestAcquire(), new Attempt.Held(null));
        rig.advanceTo(Duration.ofSeconds(1));
        rig.answer(rig.newestAcquire(), HandDriven.unavailable());

        CompletableFuture<LockHandle> single = rig.acquire(Duration.ZERO);
        assertThat(single).isNotDone();
        rig.advanceTo(Duration.ofSeconds(2));
        rig.answer(rig.newestAcquire(), HandDriven.unavailable());

        assertThat(waiting).isNotDone();
        assertThat(single).isCompletedExceptionally();
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(single::join)
                .withCauseInstanceOf(LockUnavailableException.class);
    }

    @Test
    void lateGrantLeavesNoTimerOfTheAttemptAfterIt() {
        CompletableFuture<LockHandle> future = rig.acquire(Duration.ofSeconds(100));
        rig.advanceTo(HandDriven.REQUEST_TIMEOUT);
        assertThat(rig.acquires).hasSize(2);
        rig.answer(rig.acquires.get(0), rig.granted());

        CompletableFuture<Void> closed = future.join().closeAsync();
        rig.answer(rig.newestRelease(), true);

        assertThat(closed).isCompleted();
        assertThat(rig.size("agenda")).isZero();
    }
}
