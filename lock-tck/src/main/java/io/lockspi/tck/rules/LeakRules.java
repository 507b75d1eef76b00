package io.lockspi.tck.rules;

import io.lockspi.tck.LockClient;
import io.lockspi.tck.LockRule;
import io.lockspi.tck.bench.Actor;
import io.lockspi.tck.bench.Bench;
import io.lockspi.tck.bench.Check;
import io.lockspi.tck.bench.RuleBroken;
import io.lockspi.tck.bench.Ticker;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.Lock;

/**
 * What must not be left behind. Besides, every rule ends with the check that all its threads have come back and all its
 * locks are free.
 */
@SuppressWarnings("LockNotBeforeTry")
final class LeakRules {

    @LockRule(
            id = "Z01",
            statement = "A client that was used and closed leaves no thread.",
            why = "Applications are redeployed inside one JVM, and tests open thousands of clients.",
            lookAt = "threads and pools that close() does not end",
            kinds = {"K12", "K18"},
            alone = true)
    void closedClientsLeaveNoThread(Bench bench) throws Exception {
        useOnce(bench);
        Set<Thread> before = new HashSet<>(threads());
        for (int i = 0; i < 8; i++) {
            useOnce(bench);
        }
        long began = Ticker.nanos();
        Set<String> left = leftOver(before);
        while (!left.isEmpty()) {
            if (Ticker.since(began).compareTo(bench.timing().prompt().multipliedBy(2)) > 0) {
                throw new RuleBroken("8 clients that were closed left the threads " + left);
            }
            bench.pause(Duration.ofMillis(20));
            left = leftOver(before);
        }
    }

    private static void useOnce(Bench bench) throws Exception {
        String name = bench.name();
        LockClient client = bench.open();
        Lock lock = client.lock(name);
        Actor actor = bench.actor();
        actor.run("lock() and unlock()", () -> {
            lock.lock();
            lock.unlock();
        });
        actor.end();
        actor.awaitEnd(bench.timing().prompt());
        client.close();
    }

    private static Collection<Thread> threads() {
        return Thread.getAllStackTraces().keySet();
    }

    /** Threads of rules that ended too late are not the subject's. */
    private static Set<String> leftOver(Set<Thread> before) {
        Set<String> names = new TreeSet<>();
        for (Thread thread : threads()) {
            if (!before.contains(thread) && !thread.getName().startsWith("tck-")) {
                names.add(thread.getName());
            }
        }
        return names;
    }

    @LockRule(
            id = "Z02",
            statement = "1,000 names that were used once cost nothing afterwards, and do not slow down the next.",
            why = "Names are made of order numbers.",
            lookAt = "tables by name that nobody clears",
            kinds = {"K12"})
    void manyNamesCostNothing(Bench bench) throws Exception {
        LockClient client = bench.open();
        String base = bench.nameWith("-many");
        // The quickest of three rounds, so that a stall of the machine does not count.
        long first = Long.MAX_VALUE;
        long last = Long.MAX_VALUE;
        for (int round = 0; round < 10; round++) {
            long began = Ticker.nanos();
            for (int i = 0; i < 100; i++) {
                Lock lock = client.lock(base + "-" + round + "-" + i);
                lock.lock();
                lock.unlock();
            }
            long took = Ticker.nanos() - began;
            first = round < 3 ? Math.min(first, took) : first;
            last = round > 6 ? Math.min(last, took) : last;
        }
        Duration limit =
                Duration.ofNanos(first * 3).plus(bench.timing().prompt().dividedBy(2));
        Check.atMost(
                limit,
                Duration.ofNanos(last),
                "100 names after 700 others, where the first 100 took " + first / 1_000_000 + " ms,");
    }

    @LockRule(
            id = "Z03",
            statement =
                    "500 failed attempts and 100 interrupted waits leave nothing: the lock is free at once when it is released.",
            why = "Storms of failures are when leaks count.",
            lookAt = "what a failed acquire leaves in tables, queues and subscriptions",
            kinds = {"K12", "K01"})
    void failedAttemptsLeaveNothing(Bench bench) throws Exception {
        String name = bench.name();
        Lock held = bench.open().lock(name);
        LockClient crowd = bench.open();
        Lock lock = crowd.lock(name);
        held.lock();
        for (int i = 0; i < 500; i++) {
            Check.that(!lock.tryLock(), "tryLock() was true for a lock that is held");
        }
        Actor actor = bench.actor();
        for (int i = 0; i < 100; i++) {
            boolean[] got = new boolean[1];
            actor.run("an interrupted wait", () -> {
                Thread.currentThread().interrupt();
                try {
                    lock.lockInterruptibly();
                    got[0] = true;
                } catch (InterruptedException expected) {
                    got[0] = false;
                }
            });
            Check.that(!got[0], "lockInterruptibly() acquired a lock that is held");
        }
        held.unlock();
        Scene.isFree(lock, "after 600 attempts of its own had failed");
        Scene.isFree(held, "after 600 attempts of another client had failed");
    }
}
