package io.lockspi.internal;

import org.jspecify.annotations.Nullable;

/**
 * Somebody who waits for one lock in this service. Its outcome is decided once, under the mutex of the lock's state, and
 * whoever decides it wakes the waiter afterwards.
 */
abstract class Waiter {
    /** The thread, or the {@link HandleOwner}, that will own the lock. */
    final Object owner;

    final Request request;

    /** When the wait is up; {@link Long#MAX_VALUE} if never. */
    final long deadlineNanos;

    private volatile @Nullable Outcome outcome;

    Waiter(Object owner, Request request, long deadlineNanos) {
        this.owner = owner;
        this.request = request;
        this.deadlineNanos = deadlineNanos;
    }

    final @Nullable Outcome outcome() {
        return outcome;
    }

    /** Decides the outcome; called under the mutex of the lock's state. */
    final void decide(Outcome decided) {
        assert outcome == null : "decided twice: " + outcome + ", " + decided;
        outcome = decided;
    }

    /** Makes the waiter look at its outcome; called without any lock held. */
    abstract void wake();
}
