package io.lockspi.tck.rules;

import io.lockspi.tck.LockClient;
import io.lockspi.tck.LockRule;
import io.lockspi.tck.bench.Actor;
import io.lockspi.tck.bench.Bench;
import io.lockspi.tck.bench.Check;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/** Who holds a lock, how often, and who may unlock it. */
@SuppressWarnings("LockNotBeforeTry")
final class OwnershipRules {

    @LockRule(
            id = "L10",
            statement = "A lock is reentrant: n locks need n unlocks, and it is held until the last one.",
            why = "Code that locks calls code that locks.",
            lookAt = "where holds are counted: they belong in the JVM, never on the server",
            kinds = {"K08", "K04"})
    void countsHolds(Bench bench) throws Exception {
        String name = bench.name();
        Lock lock = bench.open().lock(name);
        Lock other = bench.open().lock(name);
        for (int depth = 0; depth < 5; depth++) {
            lock.lock();
        }
        for (int left = 5; left > 0; left--) {
            Scene.isTaken(other, "with " + left + " of 5 holds left");
            lock.unlock();
        }
        Scene.becomesFree(other, bench.timing().prompt(), "after the last of 5 unlocks");
    }

    @LockRule(
            id = "L11",
            statement = "The holder re-enters at once by every way to acquire.",
            why = "A thread that waits for itself waits for ever.",
            lookAt = "whether tryLock(), the timed tryLock and lockInterruptibly() look at the holder first",
            kinds = {"K20"})
    void reentersByEveryMethod(Bench bench) throws Exception {
        Lock lock = bench.open().lock(bench.name());
        Actor holder = Scene.holding(bench, lock);
        Check.that(holder.get("nested tryLock()", lock::tryLock), "nested tryLock() was false");
        Check.that(
                holder.get("nested timed tryLock", () -> lock.tryLock(0, TimeUnit.SECONDS)),
                "nested tryLock(0) was false");
        holder.run("nested lockInterruptibly()", lock::lockInterruptibly);
        holder.run("nested lock()", lock::lock);
        for (int i = 0; i < 5; i++) {
            holder.run("unlock()", lock::unlock);
        }
        holder.run(
                "one unlock() too many",
                () -> Check.fails(IllegalMonitorStateException.class, "one unlock() too many", lock::unlock));
    }

    @LockRule(
            id = "L12",
            statement =
                    "unlock() by a thread that does not hold the lock throws IllegalMonitorStateException, and the lock stays held.",
            why = "A bug in one thread must not take the lock from another.",
            lookAt = "whether ownership is checked before anything is sent",
            kinds = {"K19"})
    void unlockByAnotherThreadIsRefused(Bench bench) throws Exception {
        String name = bench.name();
        Lock lock = bench.open().lock(name);
        Lock other = bench.open().lock(name);
        Actor holder = Scene.holding(bench, lock);
        Check.fails(IllegalMonitorStateException.class, "unlock() by another thread", lock::unlock);
        Scene.isTaken(other, "after another thread's unlock() was refused");
        holder.run("unlock() by the holder", lock::unlock);
        Scene.becomesFree(other, bench.timing().prompt(), "after the holder's unlock()");
    }

    @LockRule(
            id = "L13",
            statement = "unlock() without lock(), and a second unlock(), throw IllegalMonitorStateException.",
            why = "It is how a program learns that its locking is not balanced.",
            lookAt = "the hold count after the last unlock()",
            kinds = {"K07"})
    void unlockOfAFreeLockIsRefused(Bench bench) {
        Lock lock = bench.open().lock(bench.name());
        Check.fails(IllegalMonitorStateException.class, "unlock() of a lock that was never locked", lock::unlock);
        lock.lock();
        lock.unlock();
        Check.fails(IllegalMonitorStateException.class, "a second unlock()", lock::unlock);
        lock.lock();
        lock.unlock();
    }

    @LockRule(
            id = "L14",
            statement = "unlock() by a client that does not hold the lock does not free another client's.",
            why = "A release that does not check its owner gives the lock to two.",
            lookAt = "whether a release names its claim, and the store compares it in the same step",
            kinds = {"K06"})
    void unlockDoesNotFreeAnotherClientsLock(Bench bench) throws Exception {
        String name = bench.name();
        Lock first = bench.open().lock(name);
        Lock second = bench.open().lock(name);
        Lock third = bench.open().lock(name);
        first.lock();
        first.unlock();
        second.lock();
        Check.fails(IllegalMonitorStateException.class, "unlock() of a lock that another client holds", first::unlock);
        Scene.isTaken(third, "after the unlock() of a former holder");
        second.unlock();
        Scene.becomesFree(third, bench.timing().prompt(), "after the holder's unlock()");
    }

    @LockRule(
            id = "L15",
            statement = "newCondition() throws UnsupportedOperationException.",
            why = "A condition that only works within one process would look right in every test.",
            lookAt = "newCondition()")
    void hasNoConditions(Bench bench) {
        Lock lock = bench.open().lock(bench.name());
        Check.fails(UnsupportedOperationException.class, "newCondition()", lock::newCondition);
    }

    @LockRule(
            id = "L16",
            statement =
                    "A thread holds 60 locks at once and releases them in any order, each freed by its own unlock().",
            why = "Names that share something inside are released together, or not at all.",
            lookAt = "striping of local locks by hash",
            kinds = {"K11", "K13"})
    void holdsManyLocksAtOnce(Bench bench) throws Exception {
        LockClient client = bench.open();
        LockClient other = bench.open();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            String name = bench.name();
            names.add(name);
            client.lock(name).lock();
        }
        Collections.shuffle(names, bench.random());
        for (int i = 0; i < names.size(); i++) {
            client.lock(names.get(i)).unlock();
            if (i % 6 == 0) {
                Scene.becomesFree(other.lock(names.get(i)), bench.timing().prompt(), "after its unlock()");
                Scene.isTaken(other.lock(names.get(names.size() - 1)), "although another lock was unlocked");
            }
        }
    }

    @LockRule(
            id = "L17",
            statement = "A lock can be used again and again, also after failed attempts and refused unlocks.",
            why = "Lock objects live as long as the program.",
            lookAt = "what a failed call leaves in the lock's state",
            kinds = {"K05", "K11"})
    void staysUsable(Bench bench) throws Exception {
        String name = bench.name();
        Lock lock = bench.open().lock(name);
        Lock other = bench.open().lock(name);
        for (int i = 0; i < 10; i++) {
            other.lock();
            Check.that(!lock.tryLock(), "tryLock() was true for a lock that is held");
            Check.that(
                    !Scene.tryInVain(bench, lock, bench.timing().moment().dividedBy(3)),
                    "a short tryLock was true for a lock that is held");
            Check.fails(IllegalMonitorStateException.class, "unlock() of another's lock", lock::unlock);
            other.unlock();
            Check.that(
                    Scene.tryFor(lock, bench.timing().prompt()), "the lock was not to be had after " + i + " rounds");
            lock.unlock();
        }
    }
}
