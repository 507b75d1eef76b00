package io.lockspi.tck.rules;

import io.lockspi.LockUnavailableException;
import io.lockspi.spi.LockCapability;
import io.lockspi.tck.LockRule;
import io.lockspi.tck.Means;
import io.lockspi.tck.NetworkFaults;
import io.lockspi.tck.bench.Actor;
import io.lockspi.tck.bench.Bench;
import io.lockspi.tck.bench.Check;
import io.lockspi.tck.bench.RuleBroken;
import io.lockspi.tck.bench.Step;
import io.lockspi.tck.bench.Stopwatch;
import io.lockspi.tck.bench.Timing;
import java.time.Duration;
import java.util.concurrent.locks.Lock;

/** A path to the store that is silent, slow or cut. */
@SuppressWarnings("LockNotBeforeTry")
final class NetworkRules {
    private static final String BUDGET =
            "calls that wait for the store under a limit of their own instead of the caller's";

    /** Uses the path once, so that it is open. */
    private static Lock warm(NetworkFaults.Link link, String name) {
        Lock lock = link.client().lock(name);
        lock.lock();
        lock.unlock();
        return lock;
    }

    @LockRule(
            id = "N01",
            statement =
                    "While the store is silent, a timed tryLock() ends at most 250 ms after its time, and does not say that another holds the lock.",
            why = "Callers plan with their wait; and unreachable is not taken.",
            lookAt = BUDGET,
            kinds = {"K03"},
            needs = LockCapability.CROSS_PROCESS,
            uses = Means.NETWORK,
            alone = true)
    void silenceDoesNotExceedTheWait(Bench bench) throws Exception {
        NetworkFaults.Link link = bench.link();
        Lock lock = warm(link, bench.name());
        link.silence();
        Duration wait = bench.timing().moment().multipliedBy(3);
        Stopwatch watch = bench.stopwatch();
        boolean falsely;
        try {
            Check.that(!Scene.tryFor(lock, wait), "a lock was acquired through a path that is silent");
            falsely = true;
        } catch (IllegalStateException | IllegalMonitorStateException misleading) {
            throw new RuleBroken(
                    "a timed tryLock through a silent path threw " + Check.describe(misleading), misleading);
        } catch (RuntimeException unavailable) {
            falsely = false;
        }
        watch.atMost(
                wait.plus(bench.timing().overshoot()), "tryLock(" + Check.millis(wait) + ") through a silent path");
        Check.that(!falsely, "a free lock behind a silent path was said to be held by another");
        link.heal();
    }

    @LockRule(
            id = "N02",
            statement =
                    "While the store is silent, tryLock() ends within the request time-out, with LockUnavailableException.",
            why = "tryLock() is for those who cannot wait.",
            lookAt = BUDGET,
            kinds = {"K03"},
            needs = LockCapability.CROSS_PROCESS,
            uses = Means.NETWORK,
            service = true,
            alone = true)
    void silenceEndsTryLock(Bench bench) throws Exception {
        NetworkFaults.Link link = bench.link();
        Lock lock = warm(link, bench.name());
        link.silence();
        Stopwatch watch = bench.stopwatch();
        Step<?> attempt = bench.actor().begin("tryLock() through a silent path", () -> lock.tryLock());
        attempt.failsWithin(bench.timing().lease().plus(bench.timing().prompt()), LockUnavailableException.class);
        // A link's request time-out is a lease.
        watch.atMost(bench.timing().lease().plus(bench.timing().overshoot()), "tryLock() through a silent path");
        link.heal();
    }

    @LockRule(
            id = "N03",
            statement =
                    "A lost connection is no loss of the lock: the same hold goes on, renewed over a new connection.",
            why = "Connections break more often than leases.",
            lookAt = "what a broken connection ends; a renewal that gives up at the first error",
            kinds = {"K05"},
            needs = {LockCapability.CROSS_PROCESS, LockCapability.RENEWAL},
            uses = Means.NETWORK)
    void holdSurvivesACut(Bench bench) throws Exception {
        Timing timing = bench.timing();
        String name = bench.name();
        // Between two cuts there is time to connect again and to renew, also on a busy machine.
        Duration lease = timing.lease().multipliedBy(2);
        NetworkFaults.Link link = bench.link(lease);
        Lock lock = link.client().lock(name);
        Lock other = bench.open().lock(name);
        lock.lock();
        for (int i = 0; i < 5; i++) {
            link.cut();
            bench.pause(lease.dividedBy(4));
            Scene.isTaken(other, "after its holder's connection was cut " + (i + 1) + " times");
        }
        Check.succeeds("unlock() after the connection was cut", lock::unlock);
        Scene.becomesFree(other, timing.prompt(), "after unlock()");
    }

    @LockRule(
            id = "N04",
            statement =
                    "A holder that is cut off for longer than its lease has lost the lock by its own clock, before another can have it, and harms nobody later.",
            why = "It cannot be told, so it must know by itself.",
            lookAt = "validity that is counted from the answer or by the wall clock; a loss that needs a message",
            kinds = {"K06", "K17", "K05"},
            needs = {LockCapability.CROSS_PROCESS, LockCapability.LEASE},
            uses = Means.NETWORK)
    void cutOffHolderKnowsByItself(Bench bench) throws Exception {
        Timing timing = bench.timing();
        String name = bench.name();
        NetworkFaults.Link link = bench.link();
        Lock lock = link.client().lock(name);
        Lock next = bench.open().lock(name);
        Lock third = bench.open().lock(name);
        Actor holder = Scene.holding(bench, lock);
        link.silence();
        Check.that(
                Scene.tryFor(next, timing.leaseOver()),
                "the lock of a holder that is cut off was not free after its lease");
        Check.that(
                !holder.get("isHeld()", () -> link.client().isHeld(lock)),
                "a holder that is cut off believes in a lock that another has");
        link.heal();
        holder.run(
                "unlock()",
                () -> Check.fails(
                        IllegalMonitorStateException.class, "unlock() after the lock was lost", lock::unlock));
        bench.pause(timing.lease().dividedBy(2));
        Scene.isTaken(third, "after its former holder was connected again");
        Check.succeeds("unlock() by the new holder", next::unlock);
    }

    @LockRule(
            id = "N05",
            statement =
                    "An acquire whose answer is lost leaves nothing: the same client and others get the lock soon after.",
            why =
                    "The store has granted it, and nobody knows: without a clean-up it is held by nobody, and renewed by nobody, or for ever.",
            lookAt = "an id that the client does not know before the answer; 'no answer' taken for 'not granted'",
            kinds = {"K01", "K08"},
            needs = LockCapability.CROSS_PROCESS,
            uses = Means.NETWORK)
    void lostAnswerLeavesNothing(Bench bench) throws Exception {
        Timing timing = bench.timing();
        String name = bench.name();
        NetworkFaults.Link link = bench.link();
        warm(link, bench.name());
        Lock lock = link.client().lock(name);
        Lock other = bench.open().lock(name);
        link.loseAnswers();
        boolean got;
        try {
            got = Scene.tryFor(lock, timing.moment().multipliedBy(2));
        } catch (RuntimeException unavailable) {
            got = false;
        }
        Check.that(!got, "a lock was acquired although every answer was lost");
        link.heal();
        Scene.becomesFree(other, timing.prompt().plus(timing.lease()), "after an acquire whose answer was lost");
        Scene.becomesFree(lock, timing.prompt().plus(timing.lease()), "after its own acquire whose answer was lost");
    }

    @LockRule(
            id = "N06",
            statement = "A grant that arrives after its lease is no grant.",
            why = "Whoever believes it works side by side with the next holder.",
            lookAt = "validity counted from the answer; a grant that is not compared with the time that it took",
            kinds = {"K06"},
            needs = {LockCapability.CROSS_PROCESS, LockCapability.LEASE},
            uses = Means.NETWORK)
    void lateGrantIsNoGrant(Bench bench) throws Exception {
        Timing timing = bench.timing();
        String name = bench.name();
        NetworkFaults.Link link = bench.link();
        warm(link, bench.name());
        Lock lock = link.client().lock(name);
        link.delayAnswers(timing.brief().plus(timing.moment()));
        boolean got;
        try {
            got = link.client().tryLock(lock, timing.brief().multipliedBy(2), timing.brief());
        } catch (RuntimeException unavailable) {
            got = false;
        }
        Check.that(!got || link.client().isHeld(lock), "tryLock() returned true with a lease that was over");
        Check.that(
                !got,
                "a lock was granted whose answer took longer than its lease, with "
                        + Check.millis(link.client().remainingLease(lock)) + " left");
        link.heal();
    }

    @LockRule(
            id = "N07",
            statement = "The lease of a grant that was slow is shorter by the time that it took.",
            why = "The store counts from when the request arrived, and so must the client, at the latest.",
            lookAt = "validity counted from the answer instead of the request",
            kinds = {"K06", "K17"},
            needs = {LockCapability.CROSS_PROCESS, LockCapability.LEASE},
            uses = Means.NETWORK)
    void validityIsCountedFromTheRequest(Bench bench) throws Exception {
        Timing timing = bench.timing();
        NetworkFaults.Link link = bench.link();
        warm(link, bench.name());
        Lock lock = link.client().lock(bench.name());
        // An acquire may take two exchanges.
        Duration late = timing.lease().dividedBy(4);
        Duration lease = timing.lease().multipliedBy(2);
        link.delayAnswers(late);
        Check.that(link.client().tryLock(lock, timing.lease().multipliedBy(2), lease), "a slow grant was no grant");
        Check.atMost(
                lease.minus(late), link.client().remainingLease(lock), "after a slow grant, the rest of the lease");
        link.heal();
        lock.unlock();
    }

    @LockRule(
            id = "N08",
            statement = "After an outage the same lock objects work again, without a restart.",
            why = "Nobody restarts a hundred programs because a switch was rebooted.",
            lookAt = "clients that give up reconnecting, and state that an outage leaves",
            kinds = {"K03", "K16"},
            needs = LockCapability.CROSS_PROCESS,
            uses = Means.NETWORK)
    void sameObjectsWorkAfterAnOutage(Bench bench) throws Exception {
        Timing timing = bench.timing();
        NetworkFaults.Link link = bench.link();
        Lock lock = warm(link, bench.name());
        for (int round = 0; round < 3; round++) {
            link.refuse();
            try {
                Check.that(!Scene.tryFor(lock, timing.moment()), "a lock was acquired during an outage");
            } catch (RuntimeException unavailable) {
                // As it should be.
            }
            link.heal();
            Check.that(
                    Scene.tryFor(lock, timing.leaseOver().multipliedBy(2)),
                    "the lock was not to be had after outage number " + (round + 1));
            lock.unlock();
        }
    }

    @LockRule(
            id = "N09",
            statement =
                    "unlock() during silence ends within the request time-out, the lock is over here, and free for all after the lease or sooner.",
            why = "A finally block that hangs takes its thread with it.",
            lookAt = "what unlock() does first: local state, then the store; and who repeats the release",
            kinds = {"K07", "K08"},
            needs = LockCapability.CROSS_PROCESS,
            uses = Means.NETWORK,
            service = true)
    void unlockDuringSilence(Bench bench) throws Exception {
        Timing timing = bench.timing();
        String name = bench.name();
        NetworkFaults.Link link = bench.link();
        Lock lock = link.client().lock(name);
        Lock other = bench.open().lock(name);
        Actor holder = Scene.holding(bench, lock);
        link.silence();
        Step<?> unlock = holder.begin("unlock() during silence", lock::unlock);
        unlock.failsWithin(timing.lease().plus(timing.prompt()), RuntimeException.class);
        Scene.becomesFree(other, timing.leaseOver(), "after an unlock() that was not answered");
        link.heal();
        Scene.becomesFree(lock, timing.leaseOver(), "after an unlock() that was not answered, for the same client");
    }

    @LockRule(
            id = "N10",
            statement =
                    "lock() waits through an outage and gets the lock when it is over; an interrupt ends lockInterruptibly() during one at once.",
            why = "lock() waits as long as it takes; and a program must be able to stop.",
            lookAt = "retries that end, and waits that do not look at the flag",
            kinds = {"K03", "K02"},
            needs = LockCapability.CROSS_PROCESS,
            uses = Means.NETWORK)
    void lockWaitsThroughAnOutage(Bench bench) throws Exception {
        Timing timing = bench.timing();
        NetworkFaults.Link link = bench.link();
        Lock lock = warm(link, bench.name());
        Lock another = warm(link, bench.name());
        link.refuse();
        Actor patient = bench.actor();
        Actor stopped = bench.actor();
        Step<?> wait = patient.begin("lock() during an outage", lock::lock);
        Step<?> interruptible = stopped.begin("lockInterruptibly() during an outage", another::lockInterruptibly);
        wait.goesOnFor(timing.moment());
        interruptible.goesOnFor(timing.moment());
        stopped.interrupt();
        interruptible.failsWithin(timing.prompt(), InterruptedException.class);
        wait.goesOnFor(timing.lease());
        link.heal();
        wait.within(timing.leaseOver().multipliedBy(2));
        patient.run("unlock()", lock::unlock);
    }

    @LockRule(
            id = "N11",
            statement = "close() during silence ends within 5 seconds.",
            why = "A shutdown that waits for a dead server is killed, and then nothing is in order.",
            lookAt = "what close() waits for",
            kinds = {"K18"},
            needs = LockCapability.CROSS_PROCESS,
            uses = Means.NETWORK)
    void closeDuringSilence(Bench bench) throws Exception {
        NetworkFaults.Link link = bench.link();
        String name = bench.name();
        Actor holder = Scene.holding(bench, link.client().lock(name));
        link.silence();
        Stopwatch watch = bench.stopwatch();
        link.client().close();
        watch.atMost(Duration.ofMillis(5500), "close() during silence");
        holder.end();
        Scene.becomesFree(
                bench.open().lock(name), bench.timing().leaseOver(), "after its client was closed during silence");
    }

    @LockRule(
            id = "N12",
            statement = "A waiter whose connection breaks while it waits is served promptly when the lock is released.",
            why = "The message of the release went to a connection that is gone.",
            lookAt = "subscriptions after a reconnect, and the poll behind them",
            kinds = {"K09"},
            needs = LockCapability.CROSS_PROCESS,
            uses = Means.NETWORK)
    void waiterSurvivesACut(Bench bench) throws Exception {
        Timing timing = bench.timing();
        String name = bench.name();
        NetworkFaults.Link link = bench.link();
        Lock wanted = link.client().lock(name);
        Lock held = bench.open().lock(name);
        Actor holder = Scene.holding(bench, held);
        Actor waiter = bench.actor();
        Step<?> wait = Scene.waiting(bench, waiter, wanted);
        link.cut();
        holder.run("unlock()", held::unlock);
        wait.within(timing.prompt().multipliedBy(2));
        waiter.run("unlock()", wanted::unlock);
    }

    @LockRule(
            id = "N13",
            statement =
                    "A renewal that fails once is repeated in time: a silence shorter than the lease costs nothing.",
            why = "One lost packet must not end a section.",
            lookAt = "when a renewal is tried again after an error",
            kinds = {"K05"},
            needs = {LockCapability.CROSS_PROCESS, LockCapability.RENEWAL},
            uses = Means.NETWORK)
    void shortSilenceIsSurvived(Bench bench) throws Exception {
        Timing timing = bench.timing();
        String name = bench.name();
        // Some clients connect again only after a pause of one or two seconds.
        Duration lease = timing.lease().multipliedBy(6);
        NetworkFaults.Link link = bench.link(lease);
        Lock lock = link.client().lock(name);
        Lock other = bench.open().lock(name);
        lock.lock();
        link.refuse();
        // Renewals come each third of a lease, so that one of them certainly fails, and time is left for the next.
        bench.pause(lease.dividedBy(2));
        link.heal();
        bench.pause(lease);
        Scene.isTaken(other, "after an outage of half of its holder's lease");
        Check.succeeds("unlock() after short outages", lock::unlock);
    }
}
