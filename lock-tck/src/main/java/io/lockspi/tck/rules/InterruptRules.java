package io.lockspi.tck.rules;

import io.lockspi.tck.LockClient;
import io.lockspi.tck.LockRule;
import io.lockspi.tck.bench.Actor;
import io.lockspi.tck.bench.Bench;
import io.lockspi.tck.bench.Check;
import io.lockspi.tck.bench.Step;
import io.lockspi.tck.bench.Timing;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.Lock;

/** What an interrupt does, and what it must not do. */
@SuppressWarnings("LockNotBeforeTry")
final class InterruptRules {
    private static final String ORPHAN =
            "the path on which an acquire ends while its request is on the way: what may have been granted must be released";

    @LockRule(
            id = "L40",
            statement =
                    "lockInterruptibly() with the flag set throws InterruptedException, clears the flag and holds nothing.",
            why =
                    "The contract of java.util.concurrent; and a request that is sent all the same leaves a lock that nobody owns.",
            lookAt = "whether the flag is looked at before anything is sent",
            kinds = {"K01", "K02"})
    void pendingInterruptEndsLockInterruptibly(Bench bench) throws Exception {
        pendingInterrupt(bench, "lockInterruptibly()", Lock::lockInterruptibly);
    }

    @LockRule(
            id = "L41",
            statement =
                    "A timed tryLock() with the flag set throws InterruptedException, clears the flag and holds nothing.",
            why =
                    "The contract of java.util.concurrent; and a request that is sent all the same leaves a lock that nobody owns.",
            lookAt = "whether the flag is looked at before anything is sent",
            kinds = {"K01", "K02"})
    void pendingInterruptEndsTimedTryLock(Bench bench) throws Exception {
        Duration wait = bench.timing().prompt();
        pendingInterrupt(bench, "timed tryLock", lock -> Scene.tryFor(lock, wait));
    }

    /** A way to acquire that an interrupt ends. */
    private interface Acquire {
        void by(Lock lock) throws Exception;
    }

    private static void pendingInterrupt(Bench bench, String what, Acquire acquire) throws Exception {
        String name = bench.name();
        Lock lock = bench.open().lock(name);
        Lock other = bench.open().lock(name);
        boolean flag = bench.actor().get(what, () -> {
            Thread.currentThread().interrupt();
            try {
                Check.fails(InterruptedException.class, what + " with the flag set", () -> acquire.by(lock));
                return Thread.currentThread().isInterrupted();
            } finally {
                Thread.interrupted();
            }
        });
        Check.that(!flag, what + " threw InterruptedException and left the flag set");
        Scene.becomesFree(other, bench.timing().prompt(), "after an acquire that was interrupted");
    }

    @LockRule(
            id = "L42",
            statement = "lock() with the flag set acquires, and the flag is still set afterwards.",
            why = "lock() must neither fail because of an interrupt nor swallow it.",
            lookAt = "lock() built on an interruptible wait",
            kinds = {"K02"})
    void lockKeepsAPendingInterrupt(Bench bench) throws Exception {
        String name = bench.name();
        Lock lock = bench.open().lock(name);
        Lock other = bench.open().lock(name);
        Actor actor = bench.actor();
        boolean flag = actor.get("lock() with the flag set", () -> {
            Thread.currentThread().interrupt();
            lock.lock();
            return Thread.interrupted();
        });
        Check.that(flag, "lock() swallowed an interrupt that was pending");
        Scene.isTaken(other, "after lock() with the flag set had returned");
        actor.run("unlock()", lock::unlock);
    }

    @LockRule(
            id = "L43",
            statement = "tryLock() with the flag set makes its attempt, and the flag is still set afterwards.",
            why = "tryLock() does not wait, so there is nothing to interrupt.",
            lookAt = "an attempt that waits for its answer interruptibly",
            kinds = {"K02"})
    void tryLockKeepsAPendingInterrupt(Bench bench) throws Exception {
        String name = bench.name();
        Lock lock = bench.open().lock(name);
        Actor actor = bench.actor();
        boolean[] result = actor.get("tryLock() with the flag set", () -> {
            Thread.currentThread().interrupt();
            boolean got = lock.tryLock();
            return new boolean[] {got, Thread.interrupted()};
        });
        Check.that(result[0], "tryLock() of a free lock was false because of an interrupt");
        Check.that(result[1], "tryLock() swallowed an interrupt");
        actor.run("unlock()", lock::unlock);
    }

    @LockRule(
            id = "L44",
            statement =
                    "An interrupt ends a waiting lockInterruptibly() promptly; it holds nothing, and the next waiter is served.",
            why = "It is how a program stops a thread that waits.",
            lookAt = ORPHAN,
            kinds = {"K01", "K02"})
    void interruptEndsLockInterruptibly(Bench bench) throws Exception {
        interruptWhileWaiting(bench, "lockInterruptibly()", Lock::lockInterruptibly);
    }

    @LockRule(
            id = "L45",
            statement =
                    "An interrupt ends a waiting timed tryLock() promptly; it holds nothing, and the next waiter is served.",
            why = "It is how a program stops a thread that waits.",
            lookAt = ORPHAN,
            kinds = {"K01", "K02"})
    void interruptEndsTimedTryLock(Bench bench) throws Exception {
        Duration wait = bench.timing().prompt().multipliedBy(4);
        interruptWhileWaiting(bench, "timed tryLock", lock -> Scene.tryFor(lock, wait));
    }

    private static void interruptWhileWaiting(Bench bench, String what, Acquire acquire) throws Exception {
        Timing timing = bench.timing();
        String name = bench.name();
        Lock held = bench.open().lock(name);
        LockClient client = bench.open();
        Lock lock = client.lock(name);
        Actor holder = Scene.holding(bench, held);
        Actor first = bench.actor();
        Step<Boolean> interrupted = first.begin(what, () -> {
            Check.fails(InterruptedException.class, what + " that was interrupted", () -> acquire.by(lock));
            return Thread.interrupted();
        });
        interrupted.goesOnFor(timing.moment());
        Actor second = bench.actor();
        Step<?> next = Scene.waiting(bench, second, lock);
        first.interrupt();
        Check.that(!interrupted.within(timing.prompt()), what + " threw InterruptedException and left the flag set");
        next.goesOnFor(timing.moment());
        holder.run("unlock()", held::unlock);
        next.within(timing.prompt());
        second.run("unlock()", lock::unlock);
        Scene.becomesFree(held, timing.prompt(), "after an interrupted wait");
    }

    @LockRule(
            id = "L46",
            statement = "An interrupt does not end a waiting lock(); it returns as the holder, with the flag set.",
            why = "A lock() that returns without the lock lets two threads into the section.",
            lookAt = "lock() built on an interruptible wait, with the exception swallowed",
            kinds = {"K02"})
    void lockSurvivesAnInterrupt(Bench bench) throws Exception {
        lockSurvives(bench, 1);
    }

    @LockRule(
            id = "L47",
            statement = "Several interrupts do not end a waiting lock() either.",
            why = "Peers have been seen to survive the first interrupt and to fail at the second.",
            lookAt = "the retry after an interrupt, and where the flag is kept meanwhile",
            kinds = {"K02"})
    void lockSurvivesSeveralInterrupts(Bench bench) throws Exception {
        lockSurvives(bench, 4);
    }

    private static void lockSurvives(Bench bench, int interrupts) throws Exception {
        Timing timing = bench.timing();
        String name = bench.name();
        Lock held = bench.open().lock(name);
        Lock lock = bench.open().lock(name);
        Actor holder = Scene.holding(bench, held);
        Actor waiter = bench.actor();
        Step<Boolean> wait = waiter.begin("lock() that is interrupted", () -> {
            lock.lock();
            return Thread.interrupted();
        });
        for (int i = 0; i < interrupts; i++) {
            wait.goesOnFor(timing.moment());
            waiter.interrupt();
        }
        wait.goesOnFor(timing.moment());
        holder.run("unlock()", held::unlock);
        Check.that(wait.within(timing.prompt()), "lock() swallowed an interrupt");
        Scene.isTaken(held, "after the interrupted lock() had returned");
        waiter.run("unlock()", lock::unlock);
    }

    @LockRule(
            id = "L48",
            statement =
                    "An interrupt at any instant of an acquire ends in the exception or in a hold, never in both and never in neither.",
            why = "The instant of the grant is where a lock gets lost: held in the store, and owned by nobody.",
            lookAt = ORPHAN,
            kinds = {"K01", "K02"})
    void interruptAtTheInstantOfTheGrant(Bench bench) throws Exception {
        Timing timing = bench.timing();
        String name = bench.name();
        Lock held = bench.open().lock(name);
        Lock lock = bench.open().lock(name);
        Actor holder = bench.actor();
        Actor waiter = bench.actor();
        for (int round = 0; round < 60; round++) {
            holder.run("lock()", held::lock);
            Step<Boolean> acquire = waiter.begin("lockInterruptibly() at the instant of the grant", () -> {
                try {
                    lock.lockInterruptibly();
                    return true;
                } catch (InterruptedException interrupted) {
                    return false;
                } finally {
                    Thread.interrupted();
                }
            });
            Step<?> unlock = holder.begin("unlock()", held::unlock);
            bench.pause(Duration.ofNanos(bench.random().nextInt(1_500_000)));
            waiter.interrupt();
            unlock.within(timing.prompt());
            if (acquire.within(timing.prompt())) {
                waiter.run("unlock() after an acquire that had succeeded", lock::unlock);
            }
            Scene.becomesFree(held, timing.prompt(), "after an interrupt at the instant of the grant");
        }
    }

    @LockRule(
            id = "L49",
            statement = "unlock() works on an interrupted thread, returns when the lock is free, and keeps the flag.",
            why = "finally { unlock(); } runs on threads that were told to stop.",
            lookAt = "a release that waits for its answer interruptibly",
            kinds = {"K02", "K07"})
    void unlockWorksOnAnInterruptedThread(Bench bench) throws Exception {
        String name = bench.name();
        Lock lock = bench.open().lock(name);
        Lock other = bench.open().lock(name);
        Actor actor = Scene.holding(bench, lock);
        boolean flag = actor.get("unlock() on an interrupted thread", () -> {
            Thread.currentThread().interrupt();
            lock.unlock();
            return Thread.interrupted();
        });
        Check.that(flag, "unlock() swallowed an interrupt");
        Check.that(other.tryLock(), "the lock was not free when unlock() on an interrupted thread had returned");
        other.unlock();
    }

    @LockRule(
            id = "L50",
            statement =
                    "Whatever an interrupt makes of an acquire: if it ended without the lock, nothing is held, and nothing is renewed.",
            why = "A lock that no thread knows of is unlocked by nobody, and renewed for as long as the process lives.",
            lookAt = ORPHAN,
            kinds = {"K01", "K02"})
    void interruptedAcquireLeavesNoOrphan(Bench bench) throws Exception {
        LockClient client = bench.openRenewed();
        LockClient other = bench.openRenewed();
        Actor actor = bench.actor();
        Map<String, Attempt> ways = new LinkedHashMap<>();
        ways.put("lock()", lock -> {
            lock.lock();
            return true;
        });
        ways.put("lockInterruptibly()", lock -> {
            lock.lockInterruptibly();
            return true;
        });
        ways.put("tryLock()", Lock::tryLock);
        ways.put("a timed tryLock", lock -> Scene.tryFor(lock, bench.timing().prompt()));
        Map<String, String> ended = new LinkedHashMap<>();
        for (String way : ways.keySet()) {
            String name = bench.name();
            Attempt attempt = ways.get(way);
            String failure =
                    actor.get(way + " with the flag set", () -> attemptInterrupted(client.lock(name), attempt));
            if (!failure.isEmpty()) {
                ended.put(name, way + " with the flag set " + failure);
            }
        }
        bench.pause(bench.timing().lease());
        for (Map.Entry<String, String> end : ended.entrySet()) {
            Check.that(
                    Scene.tryFor(other.lock(end.getKey()), bench.timing().prompt()),
                    end.getValue() + ", and " + Check.millis(bench.timing().leaseOver())
                            + " later, more than a lease, the lock is still held");
            other.lock(end.getKey()).unlock();
        }
    }

    /** A way to acquire that says whether it did. */
    private interface Attempt {
        boolean by(Lock lock) throws Exception;
    }

    /** How an attempt ended without the lock; nothing if it was acquired, and is unlocked again. */
    private static String attemptInterrupted(Lock lock, Attempt attempt) {
        Thread.currentThread().interrupt();
        try {
            if (!attempt.by(lock)) {
                return "was false";
            }
        } catch (Exception failure) {
            return "threw " + Check.describe(failure);
        } finally {
            Thread.interrupted();
        }
        lock.unlock();
        return "";
    }
}
