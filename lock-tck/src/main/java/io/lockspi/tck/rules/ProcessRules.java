package io.lockspi.tck.rules;

import io.lockspi.spi.LockCapability;
import io.lockspi.tck.LockClient;
import io.lockspi.tck.LockRule;
import io.lockspi.tck.Means;
import io.lockspi.tck.Refusal;
import io.lockspi.tck.bench.Actor;
import io.lockspi.tck.bench.Bench;
import io.lockspi.tck.bench.Check;
import io.lockspi.tck.bench.Step;
import io.lockspi.tck.bench.Timing;
import io.lockspi.tck.holder.Holder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.Lock;

/** Holders in other JVMs, which die, stand still and leave. */
@SuppressWarnings("LockNotBeforeTry")
final class ProcessRules {

    @LockRule(
            id = "X01",
            statement =
                    "What another process holds cannot be had, for longer than a lease; after its unlock() it can, promptly.",
            why = "It is what a distributed lock is for.",
            lookAt =
                    "whether the other process uses the same store, prefix and layout; the renewal in the other process",
            kinds = {"K19"},
            needs = LockCapability.CROSS_PROCESS,
            uses = Means.PROCESSES)
    void processesExcludeEachOther(Bench bench) throws Exception {
        String name = bench.name();
        Lock lock = bench.open().lock(name);
        Timing timing = bench.timing();
        Holder holder = bench.holder(bench.has(LockCapability.RENEWAL) ? timing.lease() : timing.steady());
        Check.equal("done", holder.ask("lock " + name), "the other process's answer to lock()");
        bench.pause(timing.lease().plus(timing.moment()));
        Check.that(!lock.tryLock(), "a lock that another process holds could be taken");
        Actor waiter = bench.actor();
        Step<?> wait = Scene.waiting(bench, waiter, lock);
        Check.equal("done", holder.ask("unlock " + name), "the other process's answer to unlock()");
        wait.within(bench.timing().prompt());
        Check.equal("false", holder.ask("try " + name), "the other process's answer to tryLock() of our lock");
        waiter.run("unlock()", lock::unlock);
    }

    @Refusal(of = "X01", statement = "Another process has locks of its own: it can take a name that is held here.")
    void processesAreSeparate(Bench bench) throws Exception {
        String name = bench.name();
        Lock lock = bench.open().lock(name);
        lock.lock();
        Holder holder = bench.holder();
        Check.equal("true", holder.ask("try " + name), "the other process's answer to tryLock()");
        Check.equal("done", holder.ask("unlock " + name), "the other process's answer to unlock()");
        lock.unlock();
    }

    @LockRule(
            id = "X02",
            statement = "When the holder's process is killed, the lock is free after its lease.",
            why = "Processes die, and a lock that dies with them stops everybody.",
            lookAt = "an expiry that is missing, or set by a second command that never came",
            kinds = {"K01", "K18"},
            needs = LockCapability.CROSS_PROCESS,
            uses = Means.PROCESSES)
    void killedHolderIsReplaced(Bench bench) throws Exception {
        String name = bench.name();
        Lock lock = bench.open().lock(name);
        Holder holder = bench.holder();
        Check.equal("done", holder.ask("lock " + name), "the other process's answer to lock()");
        holder.jvm().process().kill();
        Scene.becomesFree(lock, bench.timing().leaseOver(), "after its holder was killed");
    }

    @LockRule(
            id = "X03",
            statement =
                    "A process that stood still for longer than its lease has lost the lock, sees it before it asks anybody, and harms nobody.",
            why = "Garbage collection, swapping and suspended machines make every holder stand still some day.",
            lookAt =
                    "local answers that do not look at the clock; a release or a renewal that does not compare the claim",
            kinds = {"K17", "K06", "K05"},
            needs = LockCapability.CROSS_PROCESS,
            uses = {Means.PROCESSES, Means.SIGNALS})
    void pausedHolderLearnsOfItsLoss(Bench bench) throws Exception {
        Timing timing = bench.timing();
        String name = bench.name();
        LockClient client = bench.open();
        Lock lock = client.lock(name);
        Lock third = bench.open().lock(name);
        Holder holder = bench.holder();
        Check.equal("done", holder.ask("lock " + name), "the other process's answer to lock()");
        holder.jvm().process().pause();
        Check.that(
                Scene.tryFor(lock, timing.leaseOver()),
                "the lock of a process that stands still was not free after its lease");
        holder.send("held " + name);
        holder.send("unlock " + name);
        holder.jvm().process().resume();
        String held = holder.answer();
        boolean cannotSay = !bench.has(LockCapability.LEASE) && held.contains("UnsupportedOperationException");
        Check.that(
                held.equals("false") || cannotSay,
                "isHeld() in a process that stood still, and whose lock another has, said '" + held + "'");
        String answer = holder.answer();
        Check.that(
                answer.startsWith("failed") && isLoss(answer),
                "unlock() in a process that stood still said '" + answer + "'");
        bench.pause(timing.moment());
        Scene.isTaken(third, "after its former holder had come back");
        Check.succeeds("unlock() by the new holder", lock::unlock);
    }

    private static boolean isLoss(String answer) {
        return answer.contains("IllegalMonitorStateException") || answer.contains("LockLostException");
    }

    @LockRule(
            id = "X04",
            statement =
                    "A process that stands still for less than its lease still holds the lock, and goes on renewing it.",
            why = "A short pause is no loss, and must not end the renewal.",
            lookAt = "a renewal that gives up after a round that came late",
            kinds = {"K05"},
            needs = {LockCapability.CROSS_PROCESS, LockCapability.RENEWAL},
            uses = {Means.PROCESSES, Means.SIGNALS})
    void shortPauseIsSurvived(Bench bench) throws Exception {
        Timing timing = bench.timing();
        String name = bench.name();
        Lock lock = bench.open().lock(name);
        Holder holder = bench.holder(timing.lease().multipliedBy(3));
        Check.equal("done", holder.ask("lock " + name), "the other process's answer to lock()");
        Duration pause = timing.lease().plus(timing.moment());
        for (int i = 0; i < 2; i++) {
            holder.jvm().process().pause();
            bench.pause(pause);
            holder.jvm().process().resume();
            bench.pause(pause);
            Scene.isTaken(lock, "of a process that stood still for a third of its lease");
        }
        Check.equal("done", holder.ask("unlock " + name), "the other process's answer to unlock()");
    }

    @LockRule(
            id = "X05",
            statement = "A process that closes its client frees its locks at once.",
            why = "An orderly restart must not cost a lease.",
            lookAt = "what close() does with the claims that are held",
            kinds = {"K18"},
            needs = LockCapability.CROSS_PROCESS,
            uses = Means.PROCESSES)
    void orderlyExitFreesAtOnce(Bench bench) throws Exception {
        String name = bench.name();
        Lock lock = bench.open().lock(name);
        // A claim that close() forgets is there for long, however slow the machine is.
        Holder holder = bench.holder(bench.timing().steady());
        Check.equal("done", holder.ask("lock " + name), "the other process's answer to lock()");
        Check.equal("done", holder.ask("close"), "the other process's answer to close()");
        Scene.becomesFree(lock, bench.timing().prompt(), "after its holder had closed its client");
        holder.send("halt");
    }

    @LockRule(
            id = "X06",
            statement =
                    "A process that exits without unlocking frees its lock after its lease, and its threads do not keep it alive.",
            why = "Not every program is orderly.",
            lookAt = "threads of the client that are not daemons; renewal from a shutdown hook",
            kinds = {"K18"},
            needs = LockCapability.CROSS_PROCESS,
            uses = Means.PROCESSES)
    void exitWithoutUnlock(Bench bench) throws Exception {
        String name = bench.name();
        Lock lock = bench.open().lock(name);
        Holder holder = bench.holder();
        Check.equal("done", holder.ask("lock " + name), "the other process's answer to lock()");
        holder.send("leave");
        Check.succeeds(
                "waiting for the end of a process that has left main()",
                () -> holder.jvm().process().awaitExit(bench.timing().prompt().multipliedBy(4)));
        Scene.becomesFree(lock, bench.timing().leaseOver(), "after its holder's process had ended");
    }

    @LockRule(
            id = "X07",
            statement =
                    "A waiter whose process is killed or stands still does not hold up those behind it for more than a few seconds.",
            why = "A queue must not wait for the dead.",
            lookAt = "how long a waiter counts that does not ask any more, and who looks",
            kinds = {"K10"},
            needs = LockCapability.CROSS_PROCESS,
            uses = {Means.PROCESSES, Means.SIGNALS})
    void deadWaitersAreSkipped(Bench bench) throws Exception {
        Timing timing = bench.timing();
        String name = bench.name();
        Lock held = bench.open().lock(name);
        Actor first = Scene.holding(bench, held);
        Holder killed = bench.holder();
        Holder paused = bench.holder();
        killed.send("lock " + name);
        paused.send("lock " + name);
        bench.pause(timing.prompt());
        Lock wanted = bench.open().lock(name);
        Actor waiter = bench.actor();
        Step<?> wait = Scene.waiting(bench, waiter, wanted);
        killed.jvm().process().kill();
        paused.jvm().process().pause();
        first.run("unlock()", held::unlock);
        wait.within(timing.prompt().multipliedBy(4).plus(timing.lease().multipliedBy(2)));
        waiter.run("unlock()", wanted::unlock);
        paused.close();
    }

    @LockRule(
            id = "X08",
            statement = "Tokens rise from process to process.",
            why = "A counter in one process orders nothing.",
            lookAt = "where tokens are made",
            kinds = {"K12"},
            needs = {LockCapability.CROSS_PROCESS, LockCapability.FENCING_TOKENS},
            uses = Means.PROCESSES)
    void tokensRiseBetweenProcesses(Bench bench) throws Exception {
        String name = bench.name();
        LockClient client = bench.open();
        Lock lock = client.lock(name);
        Holder holder = bench.holder();
        long before = 0;
        for (int i = 0; i < 5; i++) {
            lock.lock();
            long ours = client.fencingToken(lock);
            lock.unlock();
            holder.ask("lock " + name);
            long theirs = Long.parseLong(holder.ask("token " + name));
            holder.ask("unlock " + name);
            Check.that(
                    ours > before && theirs > ours,
                    "the tokens " + before + ", " + ours + ", " + theirs + " do not rise");
            before = theirs;
        }
    }

    @LockRule(
            id = "X09",
            statement = "A number in a file that two processes and a thread raise under the lock is exact.",
            why = "It is the whole promise, as an application would use it.",
            lookAt = "everything that X01 names, and the instant between a release and the next grant",
            kinds = {"K06", "K19"},
            needs = LockCapability.CROSS_PROCESS,
            uses = Means.PROCESSES)
    void numberInAFileIsExact(Bench bench) throws Exception {
        int times = 25;
        String name = bench.name();
        Lock lock = bench.open().lock(name);
        Path file = Files.createTempFile("tck", ".count");
        try {
            Files.writeString(file, "0");
            Holder one = bench.holder();
            Holder two = bench.holder();
            String command = "count " + name + " " + file + " " + times;
            one.send(command);
            two.send(command);
            for (int i = 0; i < times; i++) {
                lock.lock();
                Files.writeString(file, Integer.toString(Integer.parseInt(Files.readString(file)) + 1));
                lock.unlock();
            }
            Check.equal("done", one.answer(), "what a process said of its counting");
            Check.equal("done", two.answer(), "what a process said of its counting");
            Check.equal(Integer.toString(3 * times), Files.readString(file), "the number in the file");
        } finally {
            Files.deleteIfExists(file);
        }
    }

    @LockRule(
            id = "X10",
            statement = "A process that is killed while it waits leaves nothing: the lock is to be had by others.",
            why = "A grant to a process that is gone is a lease lost.",
            lookAt = "a grant that is passed to a waiter without asking whether it lives",
            kinds = {"K01", "K10"},
            needs = LockCapability.CROSS_PROCESS,
            uses = Means.PROCESSES)
    void killedWaiterLeavesNothing(Bench bench) throws Exception {
        Timing timing = bench.timing();
        String name = bench.name();
        Lock lock = bench.open().lock(name);
        Lock other = bench.open().lock(name);
        lock.lock();
        Holder waiter = bench.holder();
        waiter.send("lock " + name);
        bench.pause(timing.prompt().dividedBy(2));
        waiter.jvm().process().kill();
        bench.pause(timing.moment());
        lock.unlock();
        Scene.becomesFree(other, timing.prompt().multipliedBy(2).plus(timing.lease()), "after a waiter was killed");
    }
}
