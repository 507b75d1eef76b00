package io.lockspi.internal;

import io.lockspi.HeldClaim;
import io.lockspi.LossEvent;
import io.lockspi.spi.Claim;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One section: a claim in the hands of one owner of this service, with its token and hold count. One object is one
 * generation: whatever arrives late for a hold that is over finds that out by looking at it. Fields that are not volatile
 * belong to the mutex of the lock's state.
 */
final class Hold {
    private static final int NO_RENEWAL = Integer.MAX_VALUE;

    final Tenure tenure;
    final LockState state;
    final Claim claim;
    final Object owner;
    final long token;

    private volatile @Nullable LossEvent loss;
    private volatile boolean released;

    private int levels = 1;

    /** How many levels of reentrancy are outside of the outermost one that asked for renewal; it is left last of all that did. */
    private int levelsBeforeRenewal;

    /** Listeners of this section alone; null while there are none, since most have none. */
    private final AtomicReference<@Nullable List<Consumer<LossEvent>>> listeners = new AtomicReference<>();

    /** When the loss of this hold is forgotten. */
    Agenda.@Nullable Entry forgetting;

    Hold(Tenure tenure, Waiter waiter, long token) {
        this.tenure = tenure;
        this.state = tenure.state;
        this.claim = tenure.claim;
        this.owner = waiter.owner;
        this.token = token;
        this.levelsBeforeRenewal = waiter.request.renewed() ? 0 : NO_RENEWAL;
    }

    /** Whether the claim is certainly still valid at {@code now}, and not on its way to be released. */
    boolean isValid(long now) {
        return loss == null && !released && now - tenure.deadlineNanos() < 0;
    }

    long remainingNanos(long now) {
        return isValid(now) ? tenure.deadlineNanos() - now : 0;
    }

    List<Consumer<LossEvent>> listeners() {
        List<Consumer<LossEvent>> current = listeners.get();
        return current == null ? List.of() : current;
    }

    void add(Consumer<LossEvent> listener) {
        listeners.updateAndGet(before -> {
            List<Consumer<LossEvent>> after = before == null ? new ArrayList<>() : new ArrayList<>(before);
            after.add(listener);
            return List.copyOf(after);
        });
    }

    void remove(Consumer<LossEvent> listener) {
        listeners.updateAndGet(before -> before == null
                ? null
                : before.stream().filter(one -> one != listener).toList());
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
        return levelsBeforeRenewal < levels;
    }

    void enter(boolean renewed) {
        if (renewed && !isRenewed()) {
            levelsBeforeRenewal = levels;
        }
        levels++;
    }

    /** Leaves the innermost level and tells how many are left. */
    int leave() {
        levels--;
        if (!isRenewed()) {
            levelsBeforeRenewal = NO_RENEWAL;
        }
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
