package io.lockspi.tck.rules;

import io.lockspi.spi.LockCapability;
import io.lockspi.tck.LockClient;
import io.lockspi.tck.LockRule;
import io.lockspi.tck.Means;
import io.lockspi.tck.bench.Actor;
import io.lockspi.tck.bench.Bench;
import io.lockspi.tck.bench.Check;
import io.lockspi.tck.bench.Step;
import io.lockspi.tck.bench.Timing;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;

/** What a client believes of its own holds, and does with those that are over. */
@SuppressWarnings("LockNotBeforeTry")
final class BeliefRules {

    @LockRule(
            id = "T39",
            statement =
                    "A client that can say whether it holds a lock does not say so a lease after the lock was taken away and another client has it.",
            why = "It is the question that a long section asks before its next step.",
            lookAt = "an answer from a table of the process that nothing corrects",
            kinds = {"K05", "K16"},
            uses = Means.EVICTION)
    void evictedHolderDoesNotBelieve(Bench bench) throws Exception {
        String name = bench.name();
        LockClient client = bench.openRenewed();
        Lock lost = client.lock(name);
        Lock next = bench.openRenewed().lock(name);
        Actor holder = Scene.holding(bench, lost);
        bench.eviction().evict(name);
        Check.that(Scene.tryFor(next, bench.timing().prompt()), "the lock was not to be had after it was taken away");
        bench.pause(bench.timing().lease());
        String answer = holder.get("isHeld()", () -> {
            try {
                return Boolean.toString(client.isHeld(lost));
            } catch (UnsupportedOperationException cannotSay) {
                return "cannot say";
            }
        });
        Check.that(
                !answer.equals("true"),
                "isHeld() is true " + Check.millis(bench.timing().lease())
                        + " after the lock was taken away, and another client has it");
        endQuietly(next);
    }

    @LockRule(
            id = "T40",
            statement =
                    "A thread that waits behind one of its own client whose lease ran out gets the lock from the store, not from that thread, and gets it.",
            why = "What a thread has lost it cannot hand on; and those behind it must not be lost with it.",
            lookAt =
                    "a hand-over within the client that does not ask whether the claim still stands; an unlock() that throws before it has woken the next thread",
            kinds = {"K06", "K11", "K09"},
            needs = LockCapability.LEASE)
    void lostLockIsNotHandedOn(Bench bench) throws Exception {
        Timing timing = bench.timing();
        String name = bench.name();
        LockClient client = bench.open();
        Lock lost = client.lock(name);
        Lock next = bench.open().lock(name);
        AtomicInteger inside = new AtomicInteger();
        Actor loser = bench.actor();
        loser.run("lock(lease)", () -> client.lock(lost, timing.brief()));
        Step<?> other = bench.actor().begin("lock() by another client", () -> section(bench, next, inside));
        Step<?> behind =
                bench.actor().begin("lock() behind a thread whose lease ran out", () -> section(bench, lost, inside));
        bench.pause(timing.brief().plus(timing.moment()));
        loser.run("unlock() after the lease", () -> endQuietly(lost));
        behind.within(timing.leaseOver().multipliedBy(2));
        other.within(timing.leaseOver().multipliedBy(2));
    }

    /** Lasts until well after the loser's unlock(). */
    private static void section(Bench bench, Lock lock, AtomicInteger inside) throws Exception {
        lock.lock();
        Check.that(inside.incrementAndGet() == 1, "two were inside after a lease had run out");
        bench.pause(bench.timing().brief());
        inside.decrementAndGet();
        lock.unlock();
    }

    /** The lease may be over by now. */
    private static void endQuietly(Lock lock) {
        try {
            lock.unlock();
        } catch (RuntimeException over) {
            // Not what this is about.
        }
    }
}
