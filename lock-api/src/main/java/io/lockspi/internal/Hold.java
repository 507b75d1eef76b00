package io.lockspi.internal;

import io.lockspi.HeldClaim;
import io.lockspi.LossEvent;
import io.lockspi.spi.Claim;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One section: a claim in the hands of one owner of this service, with its token and hold count. One object is one
 * generation: whatever arrives late for a hold that is over finds that out by looking at it. Fields that are not volatile
 * belong to the mutex of the lock's state.
 */
final class Hold {
    final Tenure tenure;
    final LockState state;
    final Claim claim;
    final Object owner;
    final long token;

    private volatile @Nullable LossEvent loss;
    private volatile boolean released;

    /** One bit for each level of reentrancy: whether that level asked for renewal. */
    private final BitSet renewedLevels = new BitSet(1);

    private int levels = 1;

    /** Listeners of this section alone; most have none. */
    private final List<Consumer<LossEvent>> listeners = new CopyOnWriteArrayList<>();

    /** When the loss of this hold is forgotten. */
    Agenda.@Nullable Entry forgetting;

    Hold(Tenure tenure, Waiter waiter, long token) {
        this.tenure = tenure;
        this.state = tenure.state;
        this.claim = tenure.claim;
        this.owner = waiter.owner;
        this.token = token;
        renewedLevels.set(0, waiter.request.renewed());
    }

    /** Whether the claim is certainly still valid at {@code now}, and not on its way to be released. */
    boolean isValid(long now) {
        return loss == null && !released && now - tenure.deadlineNanos() < 0;
    }

    long remainingNanos(long now) {
        return isValid(now) ? tenure.deadlineNanos() - now : 0;
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

    void markReleased() {
        released = true;
    }

    boolean isReleased() {
        return released;
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

    /** Why nobody can release this hold any more, or {@code null} if its owner is alive. */
    LossEvent.@Nullable Cause abandonment() {
        if (owner instanceof Thread thread) {
            return thread.isAlive() ? null : LossEvent.Cause.OWNER_TERMINATED;
        }
        return owner instanceof HandleOwner handle && handle.isForgotten() ? LossEvent.Cause.HANDLE_UNREACHABLE : null;
    }

    HeldClaim heldClaim() {
        return new HeldClaim(claim.name(), claim.id(), token);
    }
}
