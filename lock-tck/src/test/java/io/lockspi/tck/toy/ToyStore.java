package io.lockspi.tck.toy;

import io.lockspi.spi.Claim;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The store: owners and queues by name. Every request is one step. A broken store overrides one of the small methods.
 * Thread-safe.
 */
public class ToyStore {
    /** How long a waiter counts that does not ask again. */
    protected static final long WAITER_LIVES = Duration.ofSeconds(2).toNanos();

    private final ReentrantLock lock = new ReentrantLock();
    protected final Map<String, Entry> entries = new HashMap<>();
    private final Map<String, Counter> counters = new HashMap<>();
    private final Map<String, Long> ended = new HashMap<>();
    private long highestToken = 1000;
    private volatile Consumer<String> free = name -> {};

    /** One counter, not of the locks. */
    private static final class Counter {
        long value;
        long deadline = System.nanoTime() + Duration.ofDays(365).toNanos();
    }

    /** One lock. */
    protected static final class Entry {
        public @Nullable String owner;
        public long deadline;
        public long token;
        public String label = "";
        public final Map<String, Long> queue = new LinkedHashMap<>();
    }

    /** What a request is answered with: words. */
    public final String acquire(Claim claim, String label, boolean wait) {
        lock.lock();
        try {
            Entry entry = entry(claim.name());
            if (isEnded(claim.id())) {
                return "H 1000";
            }
            if (entry.owner == null && mayTake(entry, claim.id(), wait)) {
                entry.queue.remove(claim.id());
                grant(entry, claim, label);
            }
            if (isOwner(entry, claim)) {
                prolong(entry, claim.lease());
                return "G " + (entry.token - claim.tokens() + 1) + " " + entry.token + " " + left(entry);
            }
            if (wait) {
                entry.queue.put(claim.id(), now() + WAITER_LIVES);
            } else {
                leaveQueue(entry, claim.id());
            }
            return "H " + Math.max(1, left(entry));
        } finally {
            lock.unlock();
        }
    }

    public final String renew(Claim claim) {
        lock.lock();
        try {
            Entry entry = entry(claim.name());
            if (!mayRenew(entry, claim)) {
                return "N";
            }
            prolong(entry, claim.lease());
            return "E " + left(entry);
        } finally {
            lock.unlock();
        }
    }

    public final String release(Claim claim, long topToken, boolean unanswered) {
        lock.lock();
        try {
            Entry entry = entry(claim.name());
            raise(topToken);
            if (unanswered) {
                ended.put(claim.id(), now() + claim.lease().toNanos());
            }
            entry.queue.remove(claim.id());
            boolean owned = isOwnerForRelease(entry, claim);
            if (owned) {
                drop(entry);
            }
            return owned ? "T" : "F";
        } finally {
            lock.unlock();
            free.accept(claim.name());
        }
    }

    public final String inspect(String name) {
        lock.lock();
        try {
            Entry entry = entry(name);
            return entry.owner == null ? "-" : entry.label + " " + entry.token + " " + left(entry);
        } finally {
            lock.unlock();
        }
    }

    /** Redis' INCR: a key that does not exist counts as 0, and comes into being without an expiry. */
    public final long increment(String name) {
        lock.lock();
        try {
            Counter counter = counters.get(name);
            if (counter == null || counter.deadline - now() <= 0) {
                counter = new Counter();
                counters.put(name, counter);
            }
            return ++counter.value;
        } finally {
            lock.unlock();
        }
    }

    /** Redis' EXPIRE, which does nothing to a key that does not exist. */
    public final String expire(String name, Duration time) {
        lock.lock();
        try {
            Counter counter = counters.get(name);
            if (counter != null && counter.deadline - now() > 0) {
                counter.deadline = now() + time.toNanos();
            }
            return "ok";
        } finally {
            lock.unlock();
        }
    }

    /** Behind the lock's back. */
    public final void evict(String name) {
        lock.lock();
        try {
            counters.remove(name);
            drop(entry(name));
        } finally {
            lock.unlock();
            free.accept(name);
        }
    }

    /** As a server that restarts without its data; the tokens are time-based, so they go on. */
    public void forgetAll() {
        lock.lock();
        try {
            entries.clear();
            ended.clear();
            counters.clear();
        } finally {
            lock.unlock();
        }
    }

    public final void onFree(Consumer<String> listener) {
        free = listener;
    }

    // ---- the small methods ---------------------------------------------------------------------------------------

    protected long now() {
        return System.nanoTime();
    }

    protected Entry entry(String name) {
        Entry entry = entries.computeIfAbsent(key(name), unused -> new Entry());
        if (entry.owner != null && isOver(entry)) {
            entry.owner = null;
        }
        entry.queue.values().removeIf(this::isDead);
        return entry;
    }

    protected String key(String name) {
        return name;
    }

    protected boolean isOver(Entry entry) {
        return entry.deadline - now() <= 0;
    }

    protected boolean isDead(long aliveUntil) {
        return aliveUntil - now() <= 0;
    }

    protected boolean isEnded(String claimId) {
        Long until = ended.get(claimId);
        return until != null && until - now() > 0;
    }

    protected boolean mayTake(Entry entry, String claimId, boolean wait) {
        return !wait
                || entry.queue.isEmpty()
                || entry.queue.keySet().iterator().next().equals(claimId);
    }

    protected void leaveQueue(Entry entry, String claimId) {
        entry.queue.remove(claimId);
    }

    protected void grant(Entry entry, Claim claim, String label) {
        entry.owner = claim.id();
        entry.label = label;
        entry.deadline = now();
        entry.token = nextToken(claim);
    }

    protected boolean isOwner(Entry entry, Claim claim) {
        return claim.id().equals(entry.owner);
    }

    protected boolean isOwnerForRelease(Entry entry, Claim claim) {
        return isOwner(entry, claim);
    }

    protected boolean mayRenew(Entry entry, Claim claim) {
        return isOwner(entry, claim);
    }

    protected void prolong(Entry entry, Duration lease) {
        long capped = Math.min(lease.toMillis(), 1_000_000_000L) * 1_000_000L;
        entry.deadline = Math.max(entry.deadline, now() + capped);
    }

    protected long left(Entry entry) {
        return Math.max(0, (entry.deadline - now()) / 1_000_000L);
    }

    protected void drop(Entry entry) {
        entry.owner = null;
    }

    protected long nextToken(Claim claim) {
        highestToken += claim.tokens();
        return highestToken;
    }

    protected void raise(long token) {
        highestToken = Math.max(highestToken, token);
    }
}
