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

    /** The acquisition that was under way when this waiter came, and how many attempts it had sent by then. */
    private @Nullable Acquisition foundUnderWay;

    private int sentBefore;
    private boolean toldHeld;

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

    /** Notes what was under way when the waiter came. Under the mutex, as the next three. */
    final void joined(@Nullable Acquisition underWay) {
        foundUnderWay = underWay;
        sentBefore = underWay == null ? 0 : underWay.sent();
        toldHeld = underWay != null && underWay.lastToldHeld();
    }

    /** Whether an attempt was sent after this waiter came, so that its answer says something about the time since. */
    final boolean isAnsweredBy(Acquisition from, int attempt) {
        return from != foundUnderWay || attempt > sentBefore;
    }

    void noteHeld() {
        toldHeld = true;
    }

    /** Whether an attempt was told "held" during this wait, or was the last one before it. */
    final boolean isToldHeld() {
        return toldHeld;
    }

    /** Makes the waiter look at its outcome; called without any lock held. */
    abstract void wake();
}
