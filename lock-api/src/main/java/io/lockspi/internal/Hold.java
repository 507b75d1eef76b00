package io.lockspi.internal;

import io.lockspi.HeldClaim;
import io.lockspi.LossEvent;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Grant;
import io.lockspi.spi.Release;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One granted claim in this JVM, with its owner and hold count. One object is one generation: whatever arrives late for a
 * hold that is over finds that out by looking at it. Fields that are not volatile belong to the mutex of {@link #state}.
 */
final class Hold {
    final LockState state;
    final Claim claim;
    final Grant grant;
    final Object owner;
    final long token;

    /** When the claim ends unless it is renewed. Read without the mutex by local questions. */
    private volatile long deadlineNanos;

    private volatile @Nullable LossEvent loss;
    private volatile boolean released;

    /** One bit for each level of reentrancy: whether that level asked for renewal. */
    private final BitSet renewedLevels = new BitSet(1);

    private int levels = 1;

    /** When the store has certainly dropped the claim, even if nothing is released. */
    private long certainlyOverNanos;

    /** An acquire of this claim was never answered, so its release must leave a mark against it. */
    private final boolean acquireUnanswered;

    /** Listeners of this claim alone; most claims have none. */
    private final List<Consumer<LossEvent>> listeners = new CopyOnWriteArrayList<>();

    /** When to renew next, if it is renewed. */
    long nextRenewalNanos;

    /** The time from one renewal to the next. */
    long renewalPeriodNanos;

    /** The next thing to do about this hold: renew it or end it. */
    Agenda.@Nullable Entry nextStep;

    Hold(LockState state, Acquisition won, Grant grant, Waiter waiter, long sentNanos) {
        this.state = state;
        this.claim = won.claim;
        this.grant = grant;
        this.owner = waiter.owner;
        this.token = grant.firstToken();
        this.acquireUnanswered = won.mayStillArrive();
        this.deadlineNanos = sentNanos + Validity.of(Nanos.of(grant.validFor()));
        this.certainlyOverNanos = won.certainlyOverNanos();
        renewedLevels.set(0, waiter.request.renewed());
    }

    long deadlineNanos() {
        return deadlineNanos;
    }

    /** Whether the claim is certainly still valid at {@code now}, and not on its way to be released. */
    boolean isValid(long now) {
        return loss == null && !released && now - deadlineNanos < 0;
    }

    long remainingNanos(long now) {
        return isValid(now) ? deadlineNanos - now : 0;
    }

    List<Consumer<LossEvent>> listeners() {
        return listeners;
    }

    @Nullable
    LossEvent loss() {
        return loss;
    }

    void markLost(LossEvent event) {
        loss = event;
    }

    boolean isReleased() {
        return released;
    }

    void markReleased() {
        released = true;
    }

    /** Whether neither a loss nor a release has ended this hold yet; its deadline may have passed all the same. */
    boolean isOpen() {
        return loss == null && !released;
    }

    int levels() {
        return levels;
    }

    boolean isRenewed() {
        return !renewedLevels.isEmpty();
    }

    void enter(boolean renewed) {
        renewedLevels.set(levels++, renewed);
    }

    /** Leaves the innermost level and tells how many are left. */
    int leave() {
        renewedLevels.clear(--levels);
        return levels;
    }

    /** Notes that a request was sent that prolongs the claim when it arrives. */
    void renewalSent(long overNanos) {
        if (overNanos - certainlyOverNanos > 0) {
            certainlyOverNanos = overNanos;
        }
    }

    /** Moves the deadline after a confirmed renewal; never back. */
    void extend(long sentNanos, Duration validFor) {
        long confirmed = sentNanos + Validity.of(Nanos.of(validFor));
        if (confirmed - deadlineNanos > 0) {
            deadlineNanos = confirmed;
        }
    }

    long certainlyOverNanos() {
        return certainlyOverNanos;
    }

    /** Why nobody can release this hold any more, or {@code null} if its owner is alive. */
    LossEvent.@Nullable Cause abandonment() {
        if (owner instanceof Thread thread) {
            return thread.isAlive() ? null : LossEvent.Cause.OWNER_TERMINATED;
        }
        return owner instanceof HandleOwner handle && handle.isForgotten() ? LossEvent.Cause.HANDLE_UNREACHABLE : null;
    }

    Release release() {
        return new Release(claim, grant, grant.lastToken(), acquireUnanswered);
    }

    HeldClaim heldClaim() {
        return new HeldClaim(claim.name(), claim.id(), token);
    }
}
