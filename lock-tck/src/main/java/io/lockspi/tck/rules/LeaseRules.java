package io.lockspi.tck.rules;

import io.lockspi.spi.LockCapability;
import io.lockspi.tck.LockClient;
import io.lockspi.tck.LockRule;
import io.lockspi.tck.Refusal;
import io.lockspi.tck.bench.Actor;
import io.lockspi.tck.bench.Bench;
import io.lockspi.tck.bench.Check;
import io.lockspi.tck.bench.Step;
import io.lockspi.tck.bench.Ticker;
import io.lockspi.tck.bench.Timing;
import java.time.Duration;
import java.util.concurrent.locks.Lock;

/** Locks that are taken for a limited time. */
@SuppressWarnings("LockNotBeforeTry")
final class LeaseRules {

    @LockRule(
            id = "T01",
            statement =
                    "A lock taken with a lease frees itself: never while its holder may rely on it, and soon after.",
            why = "It is the promise of exclusion (P1), and it is what makes a crash survivable.",
            lookAt =
                    "an expiry that is set by a second command, or never; validity counted from the answer instead of the request",
            kinds = {"K06", "K14", "K01"},
            needs = LockCapability.LEASE)
    void leaseEndsByItself(Bench bench) throws Exception {
        String name = bench.name();
        LockClient client = bench.open();
        Lock lock = client.lock(name);
        Lock other = bench.open().lock(name);
        Actor holder = bench.actor();
        Duration[] valid = new Duration[1];
        holder.run("lock(lease)", () -> {
            client.lock(lock, bench.timing().brief());
            valid[0] = client.remainingLease(lock);
        });
        long read = Ticker.nanos();
        Scene.isTaken(other, "while its lease ran");
        Check.that(
                Scene.tryFor(other, bench.timing().brief().plus(bench.timing().prompt())),
                "a lock with a lease of " + Check.millis(bench.timing().brief()) + " did not free itself");
        Check.atLeast(
                valid[0].minus(bench.timing().moment()), Ticker.since(read), "the time until another client got it");
        Check.that(
                !holder.get("isHeld()", () -> client.isHeld(lock)), "the holder believes in a lease that another has");
        other.unlock();
    }

    @Refusal(of = "T01", statement = "Taking a lock with a lease throws UnsupportedOperationException.")
    void leasesAreRefused(Bench bench) {
        LockClient client = bench.open();
        Lock lock = client.lock(bench.name());
        Check.fails(
                UnsupportedOperationException.class,
                "lock(lease)",
                () -> client.lock(lock, bench.timing().brief()));
    }

    @LockRule(
            id = "T02",
            statement =
                    "isHeld() and remainingLease() tell the truth: within the lease, falling, and nothing once it is over.",
            why = "A holder that wakes from a pause must see the end of its lease before it does any more harm.",
            lookAt = "an answer from a boolean, or a deadline on a clock that can stand still",
            kinds = {"K17", "K05"},
            needs = LockCapability.LEASE)
    void localAnswersAreTrue(Bench bench) throws Exception {
        LockClient client = bench.open();
        Lock lock = client.lock(bench.name());
        Duration lease = bench.timing().lease();
        Check.that(!client.isHeld(lock), "isHeld() of a free lock was true");
        Check.equal(Duration.ZERO, client.remainingLease(lock), "the remaining lease of a free lock");
        client.lock(lock, lease);
        long read = Ticker.nanos();
        Duration first = client.remainingLease(lock);
        Check.that(client.isHeld(lock), "isHeld() was false right after lock(lease)");
        Check.that(first.compareTo(lease) <= 0 && !first.isZero(), "of a lease of " + lease + " there remain " + first);
        bench.pause(lease.dividedBy(4));
        Duration second = client.remainingLease(lock);
        Check.that(
                second.isZero()
                        || second.plus(Ticker.since(read))
                                        .compareTo(first.plus(bench.timing().moment()))
                                <= 0,
                "the remaining lease fell from " + first + " to " + second + " only");
        bench.pause(lease);
        Check.that(!client.isHeld(lock), "isHeld() was true after the lease was over");
        Check.equal(Duration.ZERO, client.remainingLease(lock), "the remaining lease after it was over");
        Check.fails(IllegalMonitorStateException.class, "unlock() after the lease was over", lock::unlock);
    }

    @LockRule(
            id = "T03",
            statement =
                    "unlock() after the lease was over throws IllegalMonitorStateException, and the next holder keeps the lock.",
            why = "The slow holder's release must not let a third one in.",
            lookAt = "whether a release compares the claim, in the same step as it deletes",
            kinds = {"K06"},
            needs = LockCapability.LEASE)
    void staleUnlockHarmsNobody(Bench bench) throws Exception {
        String name = bench.name();
        LockClient client = bench.open();
        Lock stale = client.lock(name);
        Lock next = bench.open().lock(name);
        Lock third = bench.open().lock(name);
        Actor slow = bench.actor();
        slow.run("lock(lease)", () -> client.lock(stale, bench.timing().brief()));
        Check.that(Scene.tryFor(next, bench.timing().leaseOver()), "the lock did not free itself");
        slow.run(
                "unlock() after the lease",
                () -> Check.fails(
                        IllegalMonitorStateException.class, "unlock() after the lease was over", stale::unlock));
        Scene.isTaken(third, "after a stale holder's unlock()");
        next.unlock();
        Scene.becomesFree(third, bench.timing().prompt(), "after the holder's unlock()");
    }

    @LockRule(
            id = "T04",
            statement =
                    "Where nobody took the lock after the lease, unlock() throws IllegalMonitorStateException all the same, and the lock works on.",
            why = "The section was not protected to its end, and the caller must hear it whoever came next.",
            lookAt = "the answer 'nothing deleted' to a release",
            kinds = {"K07", "K05"},
            needs = LockCapability.LEASE)
    void lossIsToldAlsoWithoutSuccessor(Bench bench) throws Exception {
        String name = bench.name();
        LockClient client = bench.open();
        Lock lock = client.lock(name);
        Lock other = bench.open().lock(name);
        client.lock(lock, bench.timing().brief());
        bench.pause(bench.timing().brief().plus(bench.timing().moment()));
        Check.fails(IllegalMonitorStateException.class, "unlock() after the lease was over", lock::unlock);
        lock.lock();
        Scene.isTaken(other, "that was locked again after a loss");
        lock.unlock();
        Scene.becomesFree(other, bench.timing().prompt(), "after the second unlock()");
    }

    @LockRule(
            id = "T05",
            statement =
                    "A thread that lost the lock can lock it again without unlocking first, which is a real acquisition.",
            why = "A handle that says 'already held' after a loss protects nothing.",
            lookAt = "local state that outlives the claim",
            kinds = {"K05", "K11"},
            needs = LockCapability.LEASE)
    void lockAgainAfterALoss(Bench bench) throws Exception {
        String name = bench.name();
        LockClient client = bench.open();
        Lock lock = client.lock(name);
        Lock other = bench.open().lock(name);
        client.lock(lock, bench.timing().brief());
        bench.pause(bench.timing().brief().plus(bench.timing().moment()));
        lock.lock();
        Scene.isTaken(other, "that was locked again after a loss");
        lock.unlock();
        Scene.becomesFree(other, bench.timing().prompt(), "after one unlock() of a lock that was lost and taken again");
    }

    @LockRule(
            id = "T06",
            statement =
                    "When a thread lost the lock, other threads of its client can have it, though the loser never unlocks.",
            why = "A local lock in front of the store must not outlive the claim.",
            lookAt = "what wakes local waiters when a claim is over",
            kinds = {"K11"},
            needs = LockCapability.LEASE)
    void lossLetsLocalThreadsIn(Bench bench) throws Exception {
        LockClient client = bench.open();
        Lock lock = client.lock(bench.name());
        Actor loser = bench.actor();
        loser.run("lock(lease)", () -> client.lock(lock, bench.timing().brief()));
        Actor next = bench.actor();
        Step<?> wait = Scene.waiting(bench, next, lock);
        wait.within(bench.timing().brief().plus(bench.timing().prompt()));
        next.run("unlock()", lock::unlock);
    }

    @LockRule(
            id = "T07",
            statement =
                    "Wait and lease are independent: a waiter outwaits its own lease, and has all of it when it gets the lock.",
            why = "A lease that runs while its owner waits is granted dead.",
            lookAt = "when the lease of a waiter begins, and what ends its wait",
            kinds = {"K03", "K06"},
            needs = LockCapability.LEASE)
    void waitAndLeaseAreIndependent(Bench bench) throws Exception {
        Timing timing = bench.timing();
        String name = bench.name();
        Lock held = bench.open().lock(name);
        LockClient client = bench.open();
        Lock lock = client.lock(name);
        Actor holder = Scene.holding(bench, held);
        Actor waiter = bench.actor();
        Step<Duration> wait = waiter.begin("tryLock(wait, lease)", () -> {
            Check.that(client.tryLock(lock, timing.prompt().multipliedBy(3), timing.brief()), "the waiter gave up");
            return client.remainingLease(lock);
        });
        wait.goesOnFor(timing.brief().multipliedBy(2));
        holder.run("unlock()", held::unlock);
        Duration left = wait.within(timing.prompt());
        Scene.isTaken(held, "that a waiter had just got after a wait longer than its lease");
        Check.atLeast(timing.brief().dividedBy(3), left, "after a long wait, what is left of the lease");
        Check.atMost(timing.brief(), left, "after a long wait, what is left of the lease");
        bench.pause(timing.brief());
    }

    @LockRule(
            id = "T08",
            statement = "A lease of zero or less is refused with IllegalArgumentException, and nothing is held.",
            why = "Zero has meant 'for ever' too often.",
            lookAt = "the check of arguments before anything is sent",
            kinds = {"K14"},
            needs = LockCapability.LEASE)
    void leaseMustBePositive(Bench bench) throws Exception {
        String name = bench.name();
        LockClient client = bench.open();
        Lock lock = client.lock(name);
        for (Duration lease :
                new Duration[] {Duration.ZERO, Duration.ofMillis(-1), Duration.ofSeconds(Long.MIN_VALUE)}) {
            Check.fails(IllegalArgumentException.class, "lock(" + lease + ")", () -> client.lock(lock, lease));
            Check.fails(
                    IllegalArgumentException.class,
                    "tryLock(0, " + lease + ")",
                    () -> client.tryLock(lock, Duration.ZERO, lease));
        }
        Lock other = bench.open().lock(name);
        Check.that(other.tryLock(), "a lease that was refused holds the lock");
        other.unlock();
    }

    @LockRule(
            id = "T09",
            statement = "Very long leases and waits are accepted and do not overflow.",
            why = "A sum that overflows is a lease of nothing.",
            lookAt = "conversions to milliseconds and sums with the clock",
            kinds = {"K14"},
            needs = LockCapability.LEASE)
    void longLeasesDoNotOverflow(Bench bench) throws Exception {
        String name = bench.name();
        LockClient client = bench.open();
        Lock lock = client.lock(name);
        Lock other = bench.open().lock(name);
        for (Duration lease : new Duration[] {Duration.ofDays(365_000), Duration.ofSeconds(Long.MAX_VALUE)}) {
            Check.that(client.tryLock(lock, lease, lease), "tryLock(" + lease + ", " + lease + ") was false");
            Check.that(client.isHeld(lock), "a lease of " + lease + " was over at once");
            Scene.isTaken(other, "taken for " + lease);
            lock.unlock();
        }
    }

    @LockRule(
            id = "T10",
            statement = "The lease of one acquire says nothing about the next one on the same object.",
            why = "A lease kept in the lock object turned one long lock into long locks for ever after.",
            lookAt = "fields of the lock object",
            kinds = {"K14"},
            needs = LockCapability.LEASE)
    void leaseDoesNotLeak(Bench bench) throws Exception {
        LockClient client = bench.openRenewed();
        Lock lock = client.lock(bench.name());
        client.lock(lock, Duration.ofHours(1));
        // Not an hour: a store may promise less at a time, and be asked again in time.
        Check.atLeast(bench.timing().moment(), client.remainingLease(lock), "of a lease of an hour, the rest");
        lock.unlock();
        lock.lock();
        Check.atMost(bench.timing().lease(), client.remainingLease(lock), "after a lease of an hour, the next lease");
        lock.unlock();
        client.lock(lock, bench.timing().brief());
        Check.atMost(bench.timing().brief(), client.remainingLease(lock), "after a renewed claim, a lease");
        lock.unlock();
    }

    @LockRule(
            id = "T11",
            statement = "Every way to give a lease gives that lease, also after a wait for another holder.",
            why = "Peers have ignored it in one overload, and multiplied it by 1000 with every retry in another.",
            lookAt = "the path of the lease from each method to the store",
            kinds = {"K14"},
            needs = LockCapability.LEASE)
    void leaseIsHonouredByEveryMethod(Bench bench) throws Exception {
        Timing timing = bench.timing();
        String name = bench.name();
        Lock held = bench.open().lock(name);
        LockClient client = bench.open();
        Lock lock = client.lock(name);
        Actor holder = Scene.holding(bench, held);
        Actor waiter = bench.actor();
        Step<Duration> wait = waiter.begin("lock(lease) after a wait", () -> {
            client.lock(lock, timing.brief());
            Duration left = client.remainingLease(lock);
            lock.unlock();
            Check.that(
                    client.tryLock(lock, timing.prompt(), timing.brief()), "a timed tryLock of a free lock was false");
            return left.compareTo(timing.brief()) > 0 ? left : client.remainingLease(lock);
        });
        wait.goesOnFor(timing.moment());
        holder.run("unlock()", held::unlock);
        Check.atMost(timing.brief(), wait.within(timing.prompt()), "a lease of " + Check.millis(timing.brief()));
        Scene.becomesFree(held, timing.brief().plus(timing.prompt()), "after the lease of tryLock(wait, lease)");
    }

    @LockRule(
            id = "T12",
            statement = "A nested acquire, and its unlock, never shorten the lease.",
            why = "What the outer section was promised, the inner one must not take away.",
            lookAt = "what a nested acquire or an inner unlock writes to the store",
            kinds = {"K14"},
            needs = LockCapability.LEASE)
    void nestingNeverShortens(Bench bench) throws Exception {
        LockClient client = bench.open();
        Lock lock = client.lock(bench.name());
        client.lock(lock, bench.timing().lease().multipliedBy(20));
        Duration enough = client.remainingLease(lock).multipliedBy(3).dividedBy(4);
        client.lock(lock, bench.timing().brief());
        Check.atLeast(enough, client.remainingLease(lock), "after a nested lock(shorter), the rest of the lease");
        lock.unlock();
        Check.atLeast(enough, client.remainingLease(lock), "after an inner unlock(), the rest of the lease");
        lock.lock();
        Check.atLeast(enough, client.remainingLease(lock), "after a nested lock(), the rest of the lease");
        lock.unlock();
        Check.atLeast(enough, client.remainingLease(lock), "after a second inner unlock(), the rest of the lease");
        lock.unlock();
    }

    @LockRule(
            id = "T13",
            statement = "A nested acquire with a longer lease has it when it returns.",
            why = "The inner section planned with it.",
            lookAt = "the renewal that a nested acquire makes",
            kinds = {"K14"},
            needs = LockCapability.RENEWAL,
            service = true)
    void nestingLengthens(Bench bench) throws Exception {
        String name = bench.name();
        LockClient client = bench.open();
        Lock lock = client.lock(name);
        Lock other = bench.open().lock(name);
        Duration large = bench.timing().brief().multipliedBy(4);
        client.lock(lock, bench.timing().brief());
        client.lock(lock, large);
        Check.atLeast(
                bench.timing().brief().multipliedBy(3),
                client.remainingLease(lock),
                "after a nested lock(longer), the rest");
        bench.pause(bench.timing().brief().multipliedBy(2));
        Scene.isTaken(other, "although a nested acquire had made the lease longer");
        lock.unlock();
        lock.unlock();
    }
}
