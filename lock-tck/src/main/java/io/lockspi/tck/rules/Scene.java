package io.lockspi.tck.rules;

import io.lockspi.LockTimeoutException;
import io.lockspi.LockUnavailableException;
import io.lockspi.tck.LockClient;
import io.lockspi.tck.bench.Actor;
import io.lockspi.tck.bench.Bench;
import io.lockspi.tck.bench.Check;
import io.lockspi.tck.bench.Step;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/** What many rules begin or end with. */
@SuppressWarnings("LockNotBeforeTry")
final class Scene {
    private Scene() {}

    /** A new thread that holds a lock. */
    static Actor holding(Bench bench, Lock lock) throws Exception {
        Actor holder = bench.actor();
        holder.run("lock() of a free lock", lock::lock);
        return holder;
    }

    /** A new thread that waits in {@code lock()}, and certainly does so when this returns. */
    static Step<@Nullable Object> waiting(Bench bench, Actor waiter, Lock lock) throws Exception {
        Step<@Nullable Object> wait = waiter.begin("lock()", lock::lock);
        wait.goesOnFor(bench.timing().moment());
        return wait;
    }

    /** The timed {@code tryLock}. */
    static boolean tryFor(Lock lock, Duration wait) throws InterruptedException {
        return lock.tryLock(wait.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** A timed {@code tryLock} of a held lock. A store that is too slow to tell that it is held is asked again, for longer. */
    static boolean tryInVain(Bench bench, Lock lock, Duration wait) throws InterruptedException {
        try {
            return tryFor(lock, wait);
        } catch (LockUnavailableException slow) {
            return tryFor(lock, bench.timing().prompt().dividedBy(2));
        }
    }

    /** An acquire that waits for so long and throws if that was in vain. */
    @FunctionalInterface
    interface Wait {
        void last(Duration longest) throws Exception;
    }

    /** Demands that an acquire of a held lock says so. A store that is too slow to tell is asked again, for longer. */
    static void timesOut(Bench bench, String what, Duration longest, Wait wait) {
        Check.fails(LockTimeoutException.class, what, () -> {
            try {
                wait.last(longest);
            } catch (LockUnavailableException slow) {
                wait.last(bench.timing().prompt().dividedBy(2));
            }
        });
    }

    /** Demands that a lock can be had soon by another client, and frees it again. */
    static void becomesFree(Lock lock, Duration limit, String when) throws Exception {
        Check.that(
                tryFor(lock, limit), "another client did not get the lock within " + Check.millis(limit) + " " + when);
        lock.unlock();
    }

    /** Demands that a lock is free, as another client sees it. */
    static void isFree(Lock lock, String when) {
        Check.that(lock.tryLock(), "another client did not get the lock " + when);
        lock.unlock();
    }

    /** Demands that a lock is taken, as another client sees it. */
    static void isTaken(Lock lock, String when) {
        if (lock.tryLock()) {
            lock.unlock();
            throw new io.lockspi.tck.bench.RuleBroken("another client got the lock " + when);
        }
    }

    /** A client's lock with a lease that is waited out. */
    static void lockBriefly(Bench bench, LockClient client, Lock lock) {
        client.lock(lock, bench.timing().brief());
    }
}
