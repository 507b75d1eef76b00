package io.lockspi.local;

import io.lockspi.LockInfo;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Release;
import io.lockspi.spi.Renewal;
import io.lockspi.spi.TimeSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;

/**
 * All locks of one store. Thread-safe. Keeps nothing for names that nobody holds or waits for. Events are sent on the
 * caller's thread, after the store's own lock is free.
 */
final class LocalStore {
    /** What is over is swept when so many entries have come, and twice what the last sweep left. */
    private static final int SMALL = 64;

    private final ReentrantLock lock = new ReentrantLock();
    private final TimeSource time;
    private final Map<String, NamedLock> locks = new HashMap<>();
    /** Claims that must not be granted any more, until when. */
    private final Map<String, Long> tombstones = new HashMap<>();

    private int sweepAt = SMALL;

    LocalStore(TimeSource time) {
        this.time = time;
    }

    TimeSource time() {
        return time;
    }

    Attempt tryAcquire(Claim claim, Client client, boolean wait) {
        return with(claim.name(), (named, events) -> {
            long now = time.nanos();
            Long buried = tombstones.get(claim.id());
            if (buried != null && !Deadline.hasPassed(buried, now)) {
                return new Attempt.Held(null);
            }
            return named.acquire(claim, client, wait, now, events);
        });
    }

    Renewal.Result renew(Renewal renewal) {
        return with(renewal.claim().name(), (named, events) -> named.renew(renewal, time.nanos()));
    }

    boolean release(Release release) {
        Claim claim = release.claim();
        return with(claim.name(), (named, events) -> {
            long now = time.nanos();
            Tokens.raise(release.topToken());
            if (release.unanswered()) {
                tombstones.put(claim.id(), Deadline.after(now, claim.lease()));
            }
            return named.release(claim, now, events);
        });
    }

    Optional<LockInfo> inspect(String name) {
        return with(name, (named, events) -> named.inspect(time.nanos()));
    }

    boolean takeAway(String name, boolean tell) {
        return with(name, (named, events) -> named.takeAway(tell, time.nanos(), events));
    }

    void forget(Client client) {
        List<Runnable> events = new ArrayList<>();
        lock.lock();
        try {
            locks.values().forEach(named -> named.forget(client, time.nanos(), events));
        } finally {
            lock.unlock();
        }
        events.forEach(Runnable::run);
    }

    /** How many names and tombstones are kept. */
    int size() {
        lock.lock();
        try {
            return locks.size() + tombstones.size();
        } finally {
            lock.unlock();
        }
    }

    private <T> T with(String name, BiFunction<NamedLock, List<Runnable>, T> action) {
        List<Runnable> events = new ArrayList<>(1);
        T result;
        lock.lock();
        try {
            NamedLock named = locks.computeIfAbsent(name, unused -> new NamedLock());
            result = action.apply(named, events);
            if (named.isIdle(time.nanos())) {
                locks.remove(name);
            }
            sweep();
        } finally {
            lock.unlock();
        }
        events.forEach(Runnable::run);
        return result;
    }

    /** Costs a constant time per call on average. */
    private void sweep() {
        if (locks.size() + tombstones.size() < sweepAt) {
            return;
        }
        long now = time.nanos();
        locks.values().removeIf(named -> named.isIdle(now));
        tombstones.values().removeIf(until -> Deadline.hasPassed(until, now));
        sweepAt = Math.max(SMALL, 2 * (locks.size() + tombstones.size()));
    }
}
