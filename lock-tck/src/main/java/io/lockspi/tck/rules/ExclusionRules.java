package io.lockspi.tck.rules;

import io.lockspi.tck.LockClient;
import io.lockspi.tck.LockRule;
import io.lockspi.tck.bench.Actor;
import io.lockspi.tck.bench.Bench;
import io.lockspi.tck.bench.Check;
import io.lockspi.tck.bench.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;

/** One holder at a time. */
@SuppressWarnings("LockNotBeforeTry")
final class ExclusionRules {

    @LockRule(
            id = "L01",
            statement = "What one client holds, no other client gets; after unlock() it does, ten times in a row.",
            why = "It is the one thing that a lock is for.",
            lookAt = "whether an acquire is one atomic step in the store, and whether unlock() waits for the store",
            kinds = {"K06", "K19"})
    void otherClientsAreExcluded(Bench bench) throws Exception {
        String name = bench.name();
        Lock mine = bench.open().lock(name);
        Lock theirs = bench.open().lock(name);
        for (int i = 0; i < 10; i++) {
            mine.lock();
            Scene.isTaken(theirs, "while it was held");
            mine.unlock();
            Check.that(theirs.tryLock(), "another client did not get a lock that had just been unlocked");
            Scene.isTaken(mine, "that the second client holds");
            theirs.unlock();
        }
    }

    @LockRule(
            id = "L02",
            statement = "A plain counter changed only under the lock is exact, with several threads of two clients.",
            why = "Exclusion and happens-before at work: what one holder wrote, the next one sees.",
            lookAt = "the instant between a release and the next grant, and the memory effects of lock() and unlock()",
            kinds = {"K06"})
    void plainCounterIsExact(Bench bench) throws Exception {
        int rounds = 25;
        String name = bench.name();
        List<LockClient> clients = List.of(bench.open(), bench.open());
        int[] counter = new int[1];
        List<Step<?>> steps = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Lock lock = clients.get(i % clients.size()).lock(name);
            Actor actor = bench.actor();
            steps.add(actor.begin("a thread that counts", () -> count(lock, counter, rounds)));
        }
        for (Step<?> step : steps) {
            step.within(bench.timing().prompt().multipliedBy(8));
        }
        Check.equal(6 * rounds, counter[0], "the counter");
    }

    private static void count(Lock lock, int[] counter, int rounds) {
        for (int round = 0; round < rounds; round++) {
            lock.lock();
            int seen = counter[0];
            // Long enough for another thread to come between, also on a machine that is busy.
            LockSupport.parkNanos(1_000_000);
            counter[0] = seen + 1;
            lock.unlock();
        }
    }

    @LockRule(
            id = "L03",
            statement =
                    "Two objects of one name from one client are the same lock: they exclude threads, and re-enter.",
            why = "Applications ask for a lock wherever they need it, and do not pass the object around.",
            lookAt = "state that is kept in the lock object instead of under the lock's name",
            kinds = {"K11"})
    void objectsOfOneNameAreOneLock(Bench bench) throws Exception {
        String name = bench.name();
        LockClient client = bench.open();
        Lock one = client.lock(name);
        Lock other = client.lock(name);
        one.lock();
        Actor thread = bench.actor();
        Check.that(
                !thread.get("tryLock()", () -> other.tryLock()),
                "another thread got the lock by another object of the same name");
        Check.that(other.tryLock(), "the holder could not re-enter by another object of the same name");
        other.unlock();
        other.unlock();
        Check.that(
                thread.get("tryLock()", () -> one.tryLock()), "the lock was not free after as many unlocks as locks");
        thread.run("unlock()", one::unlock);
    }

    @LockRule(
            id = "L04",
            statement = "Two clients are two holders, even for one thread: the second one is excluded.",
            why = "A claim belongs to a client; a thread id says nothing to another process.",
            lookAt = "an owner id that is made of the thread, the host or the configuration alone",
            kinds = {"K19"})
    void clientsAreDifferentHolders(Bench bench) {
        String name = bench.name();
        Lock mine = bench.open().lock(name);
        Lock other = bench.open().lock(name);
        mine.lock();
        Scene.isTaken(other, "from the thread that holds it through the first client");
        Check.fails(
                IllegalMonitorStateException.class, "unlock() through the client that does not hold", other::unlock);
        Scene.isTaken(other, "after an unlock() that was refused");
        mine.unlock();
    }

    @LockRule(
            id = "L05",
            statement = "A new client works when its first use is by 12 threads at once.",
            why = "Lazy initialisation is a race, and the first request of a server often meets another.",
            lookAt = "the lazy parts of the client: connections, subscriptions, tables",
            kinds = {"K11"})
    void firstUseByManyThreads(Bench bench) throws Exception {
        int count = 12;
        String name = bench.name();
        LockClient client = bench.open();
        CyclicBarrier start = new CyclicBarrier(count);
        int[] inside = new int[1];
        List<Step<?>> steps = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            steps.add(bench.actor().begin("the first lock() of a client", () -> {
                start.await(bench.timing().prompt().toNanos(), TimeUnit.NANOSECONDS);
                Lock lock = client.lock(name);
                lock.lock();
                Check.that(++inside[0] == 1, "two threads were inside at once");
                inside[0]--;
                lock.unlock();
            }));
        }
        for (Step<?> step : steps) {
            step.within(bench.timing().prompt().multipliedBy(6));
        }
    }
}
