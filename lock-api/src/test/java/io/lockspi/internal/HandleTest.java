package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lockspi.LockHandle;
import io.lockspi.LockLostException;
import io.lockspi.LockTimeoutException;
import io.lockspi.LockUnavailableException;
import io.lockspi.LossEvent;
import io.lockspi.Registration;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Locks that belong to a handle, and the futures of such. */
class HandleTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final Rig rig = new Rig();

    @AfterEach
    void close() {
        rig.close();
    }

    private CompletableFuture<LockHandle> acquireAsync(Duration wait) {
        return rig.engine.acquireAsync(Rig.NAME, wait, null);
    }

    private LockHandle held(long token) {
        CompletableFuture<LockHandle> future = acquireAsync(HOUR);
        rig.lastAcquire().granted(token);
        return get(future);
    }

    /** Callbacks run on threads of their own, so a future completes a little later. */
    static <T> T get(CompletableFuture<T> future) {
        Actor.await("a future", future::isDone);
        return future.join();
    }

    private static void assertFails(CompletableFuture<?> future, Class<? extends Throwable> type) {
        Actor.await("a future", future::isDone);
        assertThat(future).isCompletedExceptionally();
        ThrowingCallable join = future::join;
        if (type == CancellationException.class) {
            assertThatExceptionOfType(CancellationException.class).isThrownBy(join);
        } else {
            assertThatExceptionOfType(java.util.concurrent.CompletionException.class)
                    .isThrownBy(join)
                    .withCauseInstanceOf(type);
        }
    }

    @Test
    void futureCompletesWithAHeldHandle() {
        CompletableFuture<LockHandle> future = acquireAsync(HOUR);
        assertThat(future).isNotDone();
        rig.lastAcquire().granted(4);
        LockHandle handle = get(future);
        assertThat(handle.isHeld()).isTrue();
        assertThat(handle.name()).isEqualTo(Rig.NAME);
        assertThat(handle.fencingToken()).isEqualTo(4);
        assertThat(handle.remainingLease()).isEqualTo(Duration.ofMillis(29_398));
        assertThat(handle.claim().id()).isEqualTo(rig.lastAcquire().claim().id());
        assertThat(rig.lock.isHeldByCurrentThread()).isFalse();
        assertThat(rig.size("agenda")).isEqualTo(1);
    }

    @Test
    void futureOfAHeldLockTimesOut() {
        CompletableFuture<LockHandle> future = acquireAsync(Duration.ofSeconds(2));
        rig.spi.onAcquire(ScriptedSpi.AcquireCall::held);
        rig.lastAcquire().held();
        rig.advanceMillis(1999);
        assertThat(future).isNotDone();
        rig.advanceMillis(1);
        assertFails(future, LockTimeoutException.class);
        assertThat(rig.spi.releases()).hasSize(1);
    }

    @Test
    void futureWithoutAnAnswerIsUnavailableInTime() {
        CompletableFuture<LockHandle> future = acquireAsync(Duration.ofMillis(100));
        rig.advanceMillis(350);
        assertFails(future, LockUnavailableException.class);
    }

    @Test
    void futureOfOneAttemptIsDoneWhenTheStoreSaysHeld() {
        CompletableFuture<LockHandle> future = acquireAsync(Duration.ZERO);
        rig.lastAcquire().held();
        assertFails(future, LockTimeoutException.class);
        rig.assertNothingLeft();
    }

    @Test
    void futureOfOneAttemptBehindALocalHolderIsDoneAtOnce() {
        rig.holder(1);
        CompletableFuture<LockHandle> future = acquireAsync(Duration.ZERO);
        assertFails(future, LockTimeoutException.class);
        assertThat(rig.spi.acquires()).hasSize(1);
    }

    /** The grant comes while the future's own timer is being set. */
    @Test
    void timerOfAFutureThatIsGrantedMeanwhileDoesNotStay() {
        rig.spi.onAcquire(call -> rig.clock.beforeNextSchedule(() -> call.granted(1)));
        LockHandle handle = get(acquireAsync(Duration.ofSeconds(1)));
        rig.spi.onRelease(ScriptedSpi.ReleaseCall::confirmed);
        handle.close();
        rig.assertNothingLeft();
    }

    @Test
    void cancelDuringTheAttemptLeavesNothing() {
        CompletableFuture<LockHandle> future = acquireAsync(HOUR);
        future.cancel(false);
        assertThat(rig.lastRelease().release().unanswered()).isTrue();
        rig.lastAcquire().granted(1);
        rig.spi.releases().forEach(ScriptedSpi.ReleaseCall::confirmed);
        rig.assertNothingLeft();
    }

    @Test
    void cancelBetweenPollsLeavesNothing() {
        CompletableFuture<LockHandle> future = acquireAsync(HOUR);
        rig.lastAcquire().held();
        future.cancel(false);
        rig.lastRelease().gone();
        rig.assertNothingLeft();
    }

    @Test
    void cancelInTheLocalQueueLeavesTheHolderAlone() {
        LockHandle holder = held(1);
        CompletableFuture<LockHandle> future = acquireAsync(HOUR);
        future.cancel(false);
        assertThat(holder.isHeld()).isTrue();
        assertThat(rig.spi.requests()).isEqualTo(1);
    }

    /** The grant is decided, and the cancellation comes before the future has heard of it. */
    @Test
    void cancelAtTheInstantOfTheGrantGivesItBack() {
        CompletableFuture<LockHandle> future = acquireAsync(HOUR);
        rig.grantAndBeforeTheWaiterWakes(() -> future.cancel(false));
        Rig.awaitSize(rig.spi.releases(), 1);
        rig.lastRelease().confirmed();
        assertFails(future, CancellationException.class);
        rig.assertNothingLeft();
    }

    @Test
    void timeoutOfTheFutureItselfCountsAsACancellation() {
        CompletableFuture<LockHandle> future = acquireAsync(HOUR);
        future.completeExceptionally(new IllegalStateException("not wanted any more"));
        assertThat(rig.spi.releases()).hasSize(1);
    }

    @Test
    void closeReleasesOnceAndIsIdempotent() {
        LockHandle handle = held(1);
        Call<String> closing = rig.actor("a").run(handle::close).awaitParked();
        assertThat(handle.isHeld()).isFalse();
        assertThat(handle.remainingLease()).isZero();
        rig.lastRelease().confirmed();
        closing.result();
        handle.close();
        assertThat(get(handle.closeAsync())).isNull();
        assertThat(rig.spi.releases()).hasSize(1);
        rig.assertNothingLeft();
    }

    @Test
    void handleMayBeClosedByAnyThread() {
        rig.spi.onRelease(ScriptedSpi.ReleaseCall::confirmed);
        rig.spi.onAcquire(call -> call.granted(1));
        LockHandle handle = rig.actor("a").now(() -> rig.engine.acquire(Rig.NAME, HOUR, null));
        rig.actor("b").does(handle::close);
        rig.assertNothingLeft();
    }

    @Test
    void closeAsyncCompletesWithTheConfirmation() {
        LockHandle handle = held(1);
        CompletableFuture<Void> future = handle.closeAsync();
        assertThat(future).isNotDone();
        rig.lastRelease().confirmed();
        get(future);
    }

    @Test
    void closeAsyncFailsAsCloseDoes() {
        LockHandle silent = held(1);
        CompletableFuture<Void> silence = silent.closeAsync();
        rig.advance(Duration.ofSeconds(3));
        assertFails(silence, LockUnavailableException.class);
        LockHandle gone = held(2);
        CompletableFuture<Void> lost = gone.closeAsync();
        rig.lastRelease().gone();
        assertFails(lost, LockLostException.class);
        LockHandle revoked = held(3);
        rig.spi.events().lost(rig.lastAcquire().claim());
        assertFails(revoked.closeAsync(), LockLostException.class);
    }

    /** R10: the handle's own token, not the next holder's. */
    @Test
    void lostHandleKeepsItsOwnTokenAndClaim() {
        LockHandle handle = held(5);
        String id = rig.lastAcquire().claim().id();
        rig.spi.events().lost(rig.lastAcquire().claim());
        LockHandle next = held(6);
        assertThat(handle.fencingToken()).isEqualTo(5);
        assertThat(handle.claim().id()).isEqualTo(id);
        assertThat(handle.isHeld()).isFalse();
        assertThatExceptionOfType(LockLostException.class).isThrownBy(handle::close);
        handle.close();
        assertThat(next.isHeld()).isTrue();
    }

    @Test
    void listenerIsToldAlsoAfterTheFactAndOnce() {
        LockHandle handle = held(5);
        List<LossEvent> before = new CopyOnWriteArrayList<>();
        List<LossEvent> after = new CopyOnWriteArrayList<>();
        Registration early = handle.onLost(before::add);
        rig.spi.events().lost(rig.lastAcquire().claim());
        Registration late = handle.onLost(after::add);
        Rig.awaitSize(before, 1);
        Rig.awaitSize(after, 1);
        assertThat(after).containsExactly(new LossEvent(Rig.NAME, 5, LossEvent.Cause.REVOKED));
        early.close();
        late.close();
    }

    @Test
    void onlyTheListenerWhoseRegistrationIsClosedIsNotTold() {
        LockHandle handle = held(5);
        List<LossEvent> removed = new CopyOnWriteArrayList<>();
        List<LossEvent> first = new CopyOnWriteArrayList<>();
        List<LossEvent> last = new CopyOnWriteArrayList<>();
        handle.onLost(first::add);
        Registration registration = handle.onLost(removed::add);
        handle.onLost(last::add);
        registration.close();
        registration.close();
        rig.spi.events().lost(rig.lastAcquire().claim());
        Rig.awaitSize(first, 1);
        Rig.awaitSize(last, 1);
        assertThat(removed).isEmpty();
    }

    @Test
    void handleThatPassedItsDeadlineIsLostWhenClosed() {
        CompletableFuture<LockHandle> future = rig.engine.acquireAsync(Rig.NAME, HOUR, Duration.ofSeconds(10));
        rig.lastAcquire().granted(1);
        LockHandle handle = get(future);
        rig.clock.pause(Duration.ofSeconds(10));
        assertThatExceptionOfType(LockLostException.class).isThrownBy(handle::close);
    }

    @Test
    void futuresAndThreadsShareOneQueue() {
        LockHandle holder = held(1);
        Call<String> thread = rig.actor("thread").run(rig.lock::lock).awaitParked();
        CompletableFuture<LockHandle> future = acquireAsync(HOUR);
        var closing = holder.closeAsync();
        rig.lastRelease().confirmed();
        get(closing);
        rig.lastAcquire().granted(2);
        thread.result();
        assertThat(future).isNotDone();
        assertThat(rig.spi.acquires()).hasSize(2);
    }

    /** The callback threads are all busy, and when the future's turn comes its grant has run out. */
    @Test
    void futureThatIsDeliveredTooLateIsAskedForAgain() {
        CompletableFuture<LockHandle> future = rig.engine.acquireAsync(Rig.NAME, HOUR, Duration.ofSeconds(10));
        rig.grantAndBeforeTheWaiterWakes(() -> rig.clock.pause(Duration.ofSeconds(10)));
        Rig.awaitSize(rig.spi.releases(), 1);
        assertThat(future).isNotDone();
        Actor.await("the second join", () -> rig.size("agenda") == 2);
        rig.lastRelease().gone();
        rig.lastAcquire().granted(2);
        assertThat(get(future).fencingToken()).isEqualTo(2);
    }

    /** Continuations of the application must not run where the back end's answers are handled. */
    @Test
    void continuationThatBlocksHoldsUpNothing() {
        CountDownLatch never = new CountDownLatch(1);
        var blocked = acquireAsync(HOUR).thenAccept(handle -> {
            try {
                never.await();
            } catch (InterruptedException interrupted) {
                throw new AssertionError(interrupted);
            }
        });
        rig.lastAcquire().granted(1);
        rig.spi.onRenew(ScriptedSpi.RenewCall::extended);
        rig.advance(Duration.ofSeconds(10));
        assertThat(blocked).isNotDone();
        never.countDown();
        get(blocked);
    }
}
