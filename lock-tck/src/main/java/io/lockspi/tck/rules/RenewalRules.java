package io.lockspi.tck.rules;

import io.lockspi.spi.LockCapability;
import io.lockspi.tck.LockClient;
import io.lockspi.tck.LockRule;
import io.lockspi.tck.Refusal;
import io.lockspi.tck.bench.Actor;
import io.lockspi.tck.bench.Bench;
import io.lockspi.tck.bench.Check;
import io.lockspi.tck.bench.RuleBroken;
import io.lockspi.tck.bench.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;

/** Locks that are kept as long as their holder lives. */
@SuppressWarnings("LockNotBeforeTry")
final class RenewalRules {

    @LockRule(
            id = "T20",
            statement = "A lock taken without a lease is kept for as long as its holder needs it, here three leases.",
            why = "Nobody knows beforehand how long a section takes.",
            lookAt = "the renewal task: whether it was started, and whether it still runs after its first round",
            kinds = {"K05"},
            needs = LockCapability.RENEWAL)
    void holderIsRenewed(Bench bench) throws Exception {
        String name = bench.name();
        Lock lock = bench.openRenewed().lock(name);
        Lock other = bench.openRenewed().lock(name);
        lock.lock();
        staysTaken(bench, other, bench.timing().lease().multipliedBy(3));
        lock.unlock();
        Scene.becomesFree(other, bench.timing().prompt(), "after the unlock() of a renewed claim");
    }

    @Refusal(of = "T20", statement = "A lock is over after its lease, and unlock() says so.")
    void holderIsNotRenewed(Bench bench) throws Exception {
        String name = bench.name();
        Lock lock = bench.openRenewed().lock(name);
        Lock other = bench.openRenewed().lock(name);
        lock.lock();
        Scene.becomesFree(other, bench.timing().leaseOver(), "after the lease of a claim that is not renewed");
        Check.fails(IllegalMonitorStateException.class, "unlock() after the lease was over", lock::unlock);
    }

    private static void staysTaken(Bench bench, Lock other, Duration time) throws InterruptedException {
        long began = Ticker.nanos();
        while (Ticker.since(began).compareTo(time) < 0) {
            Scene.isTaken(other, Check.millis(Ticker.since(began)) + " after it was taken, though its holder lives");
            bench.pause(bench.timing().moment());
        }
    }

    @LockRule(
            id = "T21",
            statement =
                    "The remaining lease of a renewed claim grows again with each renewal, and never exceeds the lease.",
            why = "It is how a section can see that all is well.",
            lookAt = "whether an acknowledged renewal moves the local deadline, counted from its request",
            kinds = {"K05"},
            needs = {LockCapability.RENEWAL, LockCapability.LEASE})
    void remainingLeaseGrowsAgain(Bench bench) throws Exception {
        LockClient client = bench.openRenewed();
        Lock lock = client.lock(bench.name());
        Duration lease = bench.timing().lease();
        lock.lock();
        long began = Ticker.nanos();
        int grown = 0;
        Duration before = client.remainingLease(lock);
        while (Ticker.since(began).compareTo(lease.multipliedBy(2)) < 0) {
            bench.pause(lease.dividedBy(30));
            Duration now = client.remainingLease(lock);
            Check.atMost(lease, now, "of a renewed lease, the rest");
            Check.that(!now.isZero(), "a renewed claim was over after " + Check.millis(Ticker.since(began)));
            grown += now.compareTo(before) > 0 ? 1 : 0;
            before = now;
        }
        Check.that(grown >= 2, "the remaining lease grew " + grown + " times in two leases");
        lock.unlock();
    }

    @LockRule(
            id = "T22",
            statement =
                    "Renewal ends with unlock(): a released lock is not taken again by a renewal that was under way.",
            why = "A renewal that comes after the release takes the lock for nobody, for ever.",
            lookAt =
                    "the order of cancelling the renewal and sending the release, and a renewal that creates what is missing",
            kinds = {"K04"},
            needs = LockCapability.RENEWAL)
    void renewalEndsWithUnlock(Bench bench) throws Exception {
        Duration lease = bench.timing().brief();
        LockClient client = bench.open(lease);
        LockClient other = bench.openRenewed();
        for (int round = 0; round < 15; round++) {
            String name = bench.name();
            Lock lock = client.lock(name);
            lock.lock();
            bench.pause(lease.dividedBy(3).plusMillis(bench.random().nextInt(12)));
            unlockUnlessStalled(lock);
            bench.pause(bench.timing().moment().dividedBy(3));
            Scene.isFree(other.lock(name), "after the unlock() of a claim whose renewal was under way");
        }
    }

    /** The lease is so short here that a stall of the machine may end it; the rule is about what comes after. */
    private static void unlockUnlessStalled(Lock lock) {
        try {
            lock.unlock();
        } catch (IllegalMonitorStateException lost) {
            // Not held, so certainly released.
        }
    }

    @LockRule(
            id = "T23",
            statement =
                    "When a thread ends without unlocking, its claim is renewed no longer and the lock is free after a lease.",
            why = "A thread that died by an exception must not keep the lock until the process ends.",
            lookAt = "whether the renewal looks at the owning thread",
            kinds = {"K18"},
            needs = LockCapability.RENEWAL)
    void deadThreadIsNotRenewed(Bench bench) throws Exception {
        String name = bench.name();
        Actor holder = Scene.holding(bench, bench.openRenewed().lock(name));
        Lock other = bench.openRenewed().lock(name);
        holder.end();
        Check.that(holder.awaitEnd(bench.timing().prompt()), "the thread did not end");
        Scene.becomesFree(other, bench.timing().leaseOver(), "after the thread that held it had ended");
    }

    @LockRule(
            id = "T24",
            statement = "After inner unlocks the outer hold is still renewed; after the last one nothing is.",
            why = "Counting renewals instead of holds ends them too early or never.",
            lookAt = "what an inner unlock does to the renewal",
            kinds = {"K04", "K05"},
            needs = LockCapability.RENEWAL)
    void innerUnlockKeepsRenewal(Bench bench) throws Exception {
        String name = bench.name();
        Lock lock = bench.openRenewed().lock(name);
        Lock other = bench.openRenewed().lock(name);
        lock.lock();
        lock.lock();
        lock.lock();
        lock.unlock();
        lock.unlock();
        staysTaken(bench, other, bench.timing().lease().multipliedBy(2));
        lock.unlock();
        Scene.becomesFree(other, bench.timing().prompt(), "after the last unlock()");
    }

    @LockRule(
            id = "T25",
            statement = "A nested lock() without a lease inside one with a lease is renewed until its unlock.",
            why = "The inner section did not agree to a limit.",
            lookAt = "which level of a nested hold asked for renewal",
            kinds = {"K14"},
            needs = LockCapability.RENEWAL,
            service = true)
    void nestedHoldTurnsRenewalOn(Bench bench) throws Exception {
        String name = bench.name();
        LockClient client = bench.openRenewed();
        Lock lock = client.lock(name);
        Lock other = bench.openRenewed().lock(name);
        client.lock(lock, bench.timing().brief());
        lock.lock();
        staysTaken(bench, other, bench.timing().lease().multipliedBy(2));
        lock.unlock();
        Scene.becomesFree(other, bench.timing().leaseOver(), "after the renewal of the inner hold had ended");
        Check.fails(IllegalMonitorStateException.class, "unlock() after the lease was over", lock::unlock);
    }

    @LockRule(
            id = "T26",
            statement = "50 locks held by one client are all renewed.",
            why = "Renewal has to work for the many as for the one.",
            lookAt = "how renewals are batched, and whether one slow one delays the others",
            kinds = {"K20", "K05"},
            needs = LockCapability.RENEWAL)
    void manyLocksAreRenewed(Bench bench) throws Exception {
        LockClient client = bench.openRenewed();
        LockClient other = bench.openRenewed();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            names.add(bench.name());
            client.lock(names.get(i)).lock();
        }
        bench.pause(bench.timing().lease().multipliedBy(2));
        for (String name : names) {
            Scene.isTaken(other.lock(name), "one of 50, after two leases");
        }
        names.forEach(name -> client.lock(name).unlock());
    }

    @LockRule(
            id = "T27",
            statement = "Each holder is renewed also when holders of one client follow each other closely.",
            why =
                    "A registry of renewals by name mixed up the old holder and the new one, and the new one was forgotten.",
            lookAt = "what is removed from the renewal's tables, and by which key",
            kinds = {"K05"},
            needs = LockCapability.RENEWAL)
    void successiveHoldersAreRenewed(Bench bench) throws Exception {
        String name = bench.name();
        LockClient client = bench.openRenewed();
        Lock lock = client.lock(name);
        Lock other = bench.openRenewed().lock(name);
        Actor[] actors = {bench.actor(), bench.actor()};
        for (int i = 0; i < 40; i++) {
            actors[i % 2].run("lock() and unlock()", () -> {
                lock.lock();
                lock.unlock();
            });
        }
        Actor last = actors[0];
        last.run("lock()", lock::lock);
        staysTaken(bench, other, bench.timing().lease().multipliedBy(2));
        last.run("unlock()", () -> {
            try {
                lock.unlock();
            } catch (IllegalMonitorStateException lost) {
                throw new RuleBroken("the lock was lost although its holder lives: " + lost.getMessage(), lost);
            }
        });
    }
}
