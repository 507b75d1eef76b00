package io.lockspi.local;

import io.lockspi.LockInfo;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Renewal;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One lock: its owner and its queue. Guarded by the store's lock; events are collected, to be sent when that is free again.
 *
 * <p>A release passes the lock straight to the next waiter. Such an owner is provisional: it has a short grace to ask again,
 * which confirms it.
 */
final class NamedLock {
    /** How long a waiter stays in the queue without asking again; waiters ask at least once a second. */
    static final Duration WAITER_LIVES = Duration.ofSeconds(3);
    /** How long a lock that was passed on waits for its new owner to ask. */
    static final Duration GRACE = Duration.ofSeconds(3);

    private final Map<String, Waiter> queue = new LinkedHashMap<>();
    private @Nullable Holder holder;

    private record Waiter(Claim claim, Client client, long aliveUntil) {}

    Attempt acquire(Claim claim, Client client, boolean wait, long now, List<Runnable> events) {
        settle(now);
        if (holder == null && mayTake(claim, wait)) {
            queue.remove(claim.id());
            holder = new Holder(claim, client, true, Deadline.after(now, claim.lease()));
        }
        Holder owner = holder;
        if (owner != null && owner.is(claim)) {
            return new Attempt.Granted(owner.grant(claim, now));
        }
        if (wait) {
            queue.put(claim.id(), new Waiter(claim, client, Deadline.after(now, WAITER_LIVES)));
        } else {
            queue.remove(claim.id());
        }
        if (owner == null) {
            tellHead(events);
            return new Attempt.Held(null);
        }
        return new Attempt.Held(owner.left(now));
    }

    /** Who does not wait may barge into a lock that is free; who waits does so in turn. */
    private boolean mayTake(Claim claim, boolean wait) {
        return !wait
                || queue.isEmpty()
                || claim.id().equals(queue.keySet().iterator().next());
    }

    Renewal.Result renew(Renewal renewal, long now) {
        settle(now);
        Holder owner = holder;
        if (owner == null || !owner.is(renewal.claim()) || !owner.confirmed()) {
            return new Renewal.NotMine();
        }
        return new Renewal.Extended(owner.prolong(renewal.lease(), now));
    }

    /** True if the claim owned the lock until now. */
    boolean release(Claim claim, long now, List<Runnable> events) {
        settle(now);
        queue.remove(claim.id());
        Holder owner = holder;
        if (owner == null) {
            tellHead(events);
            return false;
        }
        if (!owner.is(claim)) {
            return false;
        }
        passOn(now, events);
        return owner.confirmed();
    }

    /** Takes the lock away; false if nobody holds it. */
    boolean takeAway(boolean tell, long now, List<Runnable> events) {
        settle(now);
        Holder owner = holder;
        if (owner == null) {
            return false;
        }
        if (tell) {
            events.add(() -> owner.client().events().lost(owner.claim()));
        }
        passOn(now, events);
        return true;
    }

    /** Forgets a client's waiters; what it holds stays until its lease is over. */
    void forget(Client client, long now, List<Runnable> events) {
        settle(now);
        queue.values().removeIf(waiter -> waiter.client() == client);
        Holder owner = holder;
        if (owner != null && owner.client() == client && !owner.confirmed()) {
            passOn(now, events);
        }
    }

    Optional<LockInfo> inspect(long now) {
        settle(now);
        Holder owner = holder;
        return owner == null ? Optional.empty() : Optional.of(owner.info(now, queue.size()));
    }

    boolean isIdle(long now) {
        settle(now);
        return holder == null && queue.isEmpty();
    }

    /** Drops what is over. */
    private void settle(long now) {
        if (holder != null && holder.isOver(now)) {
            holder = null;
        }
        queue.values().removeIf(waiter -> Deadline.hasPassed(waiter.aliveUntil(), now));
    }

    private void passOn(long now, List<Runnable> events) {
        Iterator<Waiter> waiters = queue.values().iterator();
        if (!waiters.hasNext()) {
            holder = null;
            return;
        }
        Waiter next = waiters.next();
        tellHead(events);
        waiters.remove();
        holder = new Holder(next.claim(), next.client(), false, Deadline.after(now, GRACE));
    }

    private void tellHead(List<Runnable> events) {
        Iterator<Waiter> waiters = queue.values().iterator();
        if (waiters.hasNext()) {
            Waiter head = waiters.next();
            events.add(() -> head.client().events().mayBeFree(head.claim().name()));
        }
    }
}
