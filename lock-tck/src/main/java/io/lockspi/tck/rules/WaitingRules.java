package io.lockspi.tck.rules;

import io.lockspi.tck.LockClient;
import io.lockspi.tck.LockRule;
import io.lockspi.tck.bench.Actor;
import io.lockspi.tck.bench.Bench;
import io.lockspi.tck.bench.Check;
import io.lockspi.tck.bench.Step;
import io.lockspi.tck.bench.Stopwatch;
import io.lockspi.tck.bench.Timing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/** How long an acquire waits, and how it ends. */
@SuppressWarnings("LockNotBeforeTry")
final class WaitingRules {

    @LockRule(
            id = "L20",
            statement = "tryLock() gets a free lock, every time, and is false for a held one without waiting for it.",
            why = "It is for those who have something else to do.",
            lookAt = "a zero budget that is spent before the attempt is made, or a tryLock() that waits",
            kinds = {"K03"},
            alone = true)
    void tryLockMakesOneAttempt(Bench bench) throws Exception {
        String name = bench.name();
        Lock lock = bench.open().lock(name);
        Lock other = bench.open().lock(name);
        for (int i = 0; i < 20; i++) {
            Check.that(lock.tryLock(), "tryLock() of a free lock was false, at round " + i);
            lock.unlock();
        }
        lock.lock();
        Stopwatch watch = bench.stopwatch();
        Check.that(!other.tryLock(), "tryLock() was true for a lock that is held");
        watch.atMost(bench.timing().overshoot(), "tryLock() of a held lock");
        lock.unlock();
    }

    @LockRule(
            id = "L21",
            statement = "A wait of zero or less is one attempt: true for a free lock, false at once for a held one.",
            why = "Time left is often computed, and may have run out.",
            lookAt = "the deadline of a zero or negative wait, also of Long.MIN_VALUE",
            kinds = {"K03", "K14"},
            alone = true)
    void zeroAndNegativeWaitsAreOneAttempt(Bench bench) throws Exception {
        String name = bench.name();
        Lock lock = bench.open().lock(name);
        Lock other = bench.open().lock(name);
        for (long wait : new long[] {0, -1, Long.MIN_VALUE}) {
            Check.that(lock.tryLock(wait, TimeUnit.DAYS), "tryLock(" + wait + ") of a free lock was false");
            Stopwatch watch = bench.stopwatch();
            Check.that(!other.tryLock(wait, TimeUnit.DAYS), "tryLock(" + wait + ") was true for a lock that is held");
            watch.atMost(bench.timing().overshoot(), "tryLock(" + wait + ") of a held lock");
            lock.unlock();
        }
    }

    @LockRule(
            id = "L22",
            statement = "A timed tryLock() on a held lock is false, not before its time and at most 250 ms after it.",
            why = "Callers plan with the wait that they ask for.",
            lookAt = "whether the wait is one monotonic deadline, computed once",
            kinds = {"K03", "K17"},
            alone = true)
    void timedWaitLastsAsLongAsAsked(Bench bench) throws Exception {
        String name = bench.name();
        Lock held = bench.open().lock(name);
        Actor holder = Scene.holding(bench, held);
        Lock lock = bench.open().lock(name);
        for (int part = 1; part <= 4; part++) {
            Duration wait = bench.timing().moment().multipliedBy(part * 2L);
            Stopwatch watch = bench.stopwatch();
            Check.that(!Scene.tryFor(lock, wait), "a timed tryLock was true for a lock that is held");
            watch.atLeast(wait, "tryLock(" + Check.millis(wait) + ")");
            watch.atMost(wait.plus(bench.timing().overshoot()), "tryLock(" + Check.millis(wait) + ")");
        }
        holder.run("unlock()", held::unlock);
    }

    @LockRule(
            id = "L23",
            statement = "A waiter gets the lock promptly after its release: in the same client, and in another one.",
            why = "A waiter that sleeps too long is an outage.",
            lookAt = "a notification that is lost between the check and the wait, with no poll behind it",
            kinds = {"K09"})
    void waiterIsServedPromptly(Bench bench) throws Exception {
        String name = bench.name();
        LockClient client = bench.open();
        for (LockClient other : List.of(client, bench.open())) {
            Lock held = client.lock(name);
            Lock wanted = other.lock(name);
            Actor holder = Scene.holding(bench, held);
            Actor waiter = bench.actor();
            Step<?> wait = Scene.waiting(bench, waiter, wanted);
            holder.run("unlock()", held::unlock);
            wait.within(bench.timing().prompt());
            waiter.run("unlock()", wanted::unlock);
        }
    }

    @LockRule(
            id = "L24",
            statement =
                    "A timed tryLock() gets a lock that is released while it waits, whatever the unit and however long the wait.",
            why = "Conversions overflow, and Long.MAX_VALUE is how people say for ever.",
            lookAt = "the conversion of the wait, which must saturate",
            kinds = {"K14"})
    void longWaitsSaturate(Bench bench) throws Exception {
        String name = bench.name();
        Lock held = bench.open().lock(name);
        Lock wanted = bench.open().lock(name);
        Actor holder = bench.actor();
        Actor waiter = bench.actor();
        for (TimeUnit unit : List.of(TimeUnit.NANOSECONDS, TimeUnit.MILLISECONDS, TimeUnit.DAYS)) {
            holder.run("lock()", held::lock);
            Step<Boolean> wait =
                    waiter.begin("tryLock(Long.MAX_VALUE, " + unit + ")", () -> wanted.tryLock(Long.MAX_VALUE, unit));
            wait.goesOnFor(bench.timing().moment());
            holder.run("unlock()", held::unlock);
            Check.that(wait.within(bench.timing().prompt()), "tryLock(Long.MAX_VALUE, " + unit + ") was false");
            waiter.run("unlock()", wanted::unlock);
        }
    }

    @LockRule(
            id = "L25",
            statement = "Waiters that time out leave nothing behind: the lock is to be had as soon as it is released.",
            why = "A forgotten entry in a queue blocks everybody behind it.",
            lookAt = "what a timed-out waiter has left in the store, and who removes it",
            kinds = {"K01", "K10", "K12"})
    void timedOutWaitersLeaveNothing(Bench bench) throws Exception {
        String name = bench.name();
        LockClient client = bench.open();
        LockClient crowd = bench.open();
        Lock held = client.lock(name);
        held.lock();
        List<Step<Boolean>> waits = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            Lock wanted = (i % 2 == 0 ? crowd : bench.open()).lock(name);
            Check.that(!wanted.tryLock(), "tryLock() was true for a lock that is held");
            Duration wait = bench.timing().moment().dividedBy(1 + i % 3);
            waits.add(bench.actor().begin("a short timed tryLock", () -> Scene.tryInVain(bench, wanted, wait)));
        }
        for (Step<Boolean> wait : waits) {
            Check.that(!wait.within(bench.timing().prompt()), "a timed tryLock was true for a lock that is held");
        }
        held.unlock();
        Scene.becomesFree(bench.open().lock(name), bench.timing().prompt(), "after all waiters had timed out");
    }

    @LockRule(
            id = "L26",
            statement = "A waiter whose short wait ends does not disturb others that wait for the same lock.",
            why = "Waiters of one process share a subscription and a queue, and one may take the others with it.",
            lookAt = "what the waiters of one client share, and who cancels it",
            kinds = {"K09"})
    void shortWaitDoesNotDisturbOthers(Bench bench) throws Exception {
        Timing timing = bench.timing();
        String name = bench.name();
        Lock held = bench.open().lock(name);
        LockClient client = bench.open();
        Actor holder = Scene.holding(bench, held);
        Lock lock = client.lock(name);
        Actor second = bench.actor();
        Step<Boolean> patient = second.begin(
                "tryLock(long)", () -> Scene.tryFor(lock, timing.prompt().multipliedBy(2)));
        patient.goesOnFor(timing.moment());
        Step<Boolean> tiny =
                bench.actor().begin("tryLock(5 ms)", () -> Scene.tryInVain(bench, lock, Duration.ofMillis(5)));
        Check.that(!tiny.within(timing.prompt()), "tryLock(5 ms) was true for a lock that is held");
        Actor third = bench.actor();
        Step<Boolean> late = third.begin(
                "tryLock(long)", () -> Scene.tryFor(lock, timing.prompt().multipliedBy(2)));
        late.goesOnFor(timing.moment());
        holder.run("unlock()", held::unlock);
        Check.that(patient.within(timing.prompt()), "a patient waiter was sent away with a short one");
        second.run("unlock()", lock::unlock);
        Check.that(late.within(timing.prompt()), "a waiter that came later was sent away");
        third.run("unlock()", lock::unlock);
    }

    @LockRule(
            id = "L27",
            statement = "A waiter that loses the race for a released lock goes on waiting until its time is over.",
            why = "Being woken is not being served.",
            lookAt = "a wait that is one sleep and one retry instead of a loop",
            kinds = {"K03"})
    void losingARaceDoesNotEndTheWait(Bench bench) throws Exception {
        Timing timing = bench.timing();
        String name = bench.name();
        Lock held = bench.open().lock(name);
        Actor holder = Scene.holding(bench, held);
        List<Step<Boolean>> waits = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Lock wanted = bench.open().lock(name);
            waits.add(bench.actor().begin("tryLock(long) in competition", () -> {
                boolean got = Scene.tryFor(wanted, timing.prompt().multipliedBy(3));
                if (got) {
                    bench.pause(timing.moment());
                    wanted.unlock();
                }
                return got;
            }));
        }
        bench.pause(timing.moment());
        holder.run("unlock()", held::unlock);
        for (Step<Boolean> wait : waits) {
            Check.that(wait.within(timing.prompt().multipliedBy(3)), "a waiter gave up before its time was over");
        }
    }

    @LockRule(
            id = "L28",
            statement =
                    "A new client whose very first call has to wait is served promptly, whenever the release comes.",
            why = "The first subscription takes time, and the message may pass by meanwhile.",
            lookAt = "the order of subscribing and checking in a client that has just been opened",
            kinds = {"K09"})
    void firstCallMayWait(Bench bench) throws Exception {
        String name = bench.name();
        Lock held = bench.open().lock(name);
        Actor holder = bench.actor();
        for (int i = 0; i < 5; i++) {
            holder.run("lock()", held::lock);
            Lock wanted = bench.open().lock(name);
            Actor waiter = bench.actor();
            Step<Boolean> wait = waiter.begin(
                    "the first call of a client",
                    () -> Scene.tryFor(wanted, bench.timing().prompt()));
            bench.pause(Duration.ofMillis(i * 20L));
            holder.run("unlock()", held::unlock);
            Check.that(wait.within(bench.timing().prompt().multipliedBy(2)), "the first call was not served in time");
            waiter.run("unlock()", wanted::unlock);
        }
    }

    @LockRule(
            id = "L29",
            statement =
                    "24 threads of one client that wait do not keep the holder, of the same client, from unlocking.",
            why = "If waiting takes the threads that releasing needs, nobody ever gets on.",
            lookAt = "pools that waits, releases and renewals share",
            kinds = {"K20"})
    void manyWaitersDoNotBlockTheHolder(Bench bench) throws Exception {
        String name = bench.name();
        LockClient client = bench.open();
        Lock lock = client.lock(name);
        Actor holder = Scene.holding(bench, lock);
        List<Step<?>> waits = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            waits.add(bench.actor().begin("lock() among many", () -> {
                lock.lock();
                lock.unlock();
            }));
        }
        bench.pause(bench.timing().moment());
        holder.run("unlock()", lock::unlock);
        for (Step<?> wait : waits) {
            wait.within(bench.timing().prompt().multipliedBy(3));
        }
    }

    @LockRule(
            id = "L30",
            statement =
                    "Two threads that take two locks in opposite order, with timed waits, both come to an end and leave nothing.",
            why = "Deadlocks happen; a timed wait is the way out of them.",
            lookAt = "whether a timed wait ends while its thread holds another lock",
            kinds = {"K20"})
    void timedWaitsEndADeadlock(Bench bench) throws Exception {
        Timing timing = bench.timing();
        LockClient client = bench.open();
        Lock x = client.lock(bench.name());
        Lock y = client.lock(bench.name());
        Actor one = Scene.holding(bench, x);
        Actor two = Scene.holding(bench, y);
        Step<Boolean> first = one.begin(
                "tryLock in a deadlock",
                () -> Scene.tryInVain(bench, y, timing.moment().multipliedBy(2)));
        Step<Boolean> second = two.begin(
                "tryLock in a deadlock",
                () -> Scene.tryInVain(bench, x, timing.moment().multipliedBy(2)));
        Check.that(!first.within(timing.prompt()), "a lock was given to two threads");
        Check.that(!second.within(timing.prompt()), "a lock was given to two threads");
        one.run("unlock()", x::unlock);
        two.run("unlock()", y::unlock);
    }
}
