package io.lockspi.internal;

import io.lockspi.LockHandle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A future handle that waits for a lock without a thread. */
final class AsyncWaiter extends Waiter {
    private final Engine engine;
    private final LockState state;
    private final HandleOwner handleOwner;
    private final CompletableFuture<LockHandle> future;
    private final AtomicBoolean delivered = new AtomicBoolean();
    private volatile Agenda.@Nullable Entry timer;

    AsyncWaiter(
            Engine engine,
            LockState state,
            HandleOwner owner,
            Request request,
            long deadlineNanos,
            CompletableFuture<LockHandle> future) {
        super(owner, request, deadlineNanos);
        this.engine = engine;
        this.state = state;
        this.handleOwner = owner;
        this.future = future;
    }

    /** Starts to watch the clock and the future's cancellation; called once the waiter is in the queue. */
    void watch() {
        if (deadlineNanos != Long.MAX_VALUE && outcome() == null) {
            startClock(deadlineNanos);
        }
        var unused = future.whenComplete((handle, failure) -> {
            if (handle == null && engine.inState(state, () -> state.withdraw(this, new Outcome.Withdrawn()))) {
                stopClock();
            }
        });
    }

    private void timeUp() {
        long left = engine.inState(state, () -> state.timeUp(this));
        if (left > 0) {
            startClock(engine.nanos() + left);
        } else {
            wake();
        }
    }

    @Override
    void wake() {
        stopClock();
        // The application's continuations run on the application's executor, never on the back end's threads.
        engine.callbacks().runEvenIfClosed(this::deliver);
    }

    private void deliver() {
        if (!delivered.compareAndSet(false, true)) {
            return;
        }
        Outcome decided = outcome();
        if (decided instanceof Outcome.Acquired acquired) {
            deliver(acquired.hold());
        } else if (decided instanceof Outcome.Failed failed) {
            future.completeExceptionally(failed.failure());
        } else if (decided instanceof Outcome.NotAcquired) {
            future.completeExceptionally(engine.messages().timeout(state.name, request));
        }
    }

    private void deliver(Hold hold) {
        if (!hold.isValid(engine.nanos())) {
            engine.discard(hold);
            engine.handles().join(state.name, request, deadlineNanos, future);
        } else if (!future.complete(new EngineHandle(engine, hold, handleOwner))) {
            engine.discard(hold);
        }
    }

    private void startClock(long dueNanos) {
        timer = engine.agenda().at(dueNanos, this::timeUp);
        if (outcome() != null) {
            // Decided meanwhile, by somebody who did not see this timer.
            stopClock();
        }
    }

    private void stopClock() {
        Agenda.Entry current = timer;
        if (current != null) {
            current.cancel();
        }
    }
}
