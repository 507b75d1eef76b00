package io.lockspi.internal;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A thread that waits for a lock by parking. */
final class ThreadWaiter extends Waiter {
    private final Engine engine;
    private final LockState state;
    private final Thread thread = Thread.currentThread();

    ThreadWaiter(Engine engine, LockState state, Object owner, Request request, long deadlineNanos) {
        super(owner, request, deadlineNanos);
        this.engine = engine;
        this.state = state;
    }

    @Override
    void wake() {
        LockSupport.unpark(thread);
    }

    /** Waits for the outcome, whatever happens; an interrupt meanwhile is kept in the thread's flag. */
    Outcome await() {
        boolean interrupted = false;
        Outcome decided = outcome();
        while (decided == null) {
            parkOrGiveUp();
            interrupted |= Thread.interrupted();
            decided = outcome();
        }
        restore(interrupted);
        return decided;
    }

    /** Waits for the outcome; an interrupt ends the wait unless the outcome is decided by then. */
    Outcome awaitInterruptibly() throws InterruptedException {
        Outcome decided = outcome();
        while (decided == null) {
            parkOrGiveUp();
            boolean interrupted = Thread.interrupted();
            if (interrupted && withdraw()) {
                throw new InterruptedException(
                        "interrupted while waiting for lock " + Messages.quote(state.name) + "; nothing is held");
            }
            restore(interrupted);
            decided = outcome();
        }
        return decided;
    }

    private boolean withdraw() {
        return engine.inState(state, () -> state.withdraw(this, new Outcome.Withdrawn()));
    }

    private void parkOrGiveUp() {
        long left = deadlineNanos == Long.MAX_VALUE ? Long.MAX_VALUE : deadlineNanos - engine.nanos();
        if (left <= 0) {
            left = engine.inState(state, () -> state.timeUp(this));
        }
        if (left > 0 && outcome() == null) {
            engine.time().park(state, left);
        }
    }

    private static void restore(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The hold, or {@code null} if the lock was not acquired. */
    static @Nullable Hold holdOrThrow(Outcome outcome) {
        if (outcome instanceof Outcome.Failed failed) {
            throw failed.failure();
        }
        return outcome instanceof Outcome.Acquired acquired ? acquired.hold() : null;
    }
}
