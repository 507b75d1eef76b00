package io.lockspi.tck.rules;

import io.lockspi.LockHandle;
import io.lockspi.LockLostException;
import io.lockspi.LockService;
import io.lockspi.spi.LockCapability;
import io.lockspi.tck.LockClient;
import io.lockspi.tck.LockRule;
import io.lockspi.tck.bench.Bench;
import io.lockspi.tck.bench.Check;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;

/** Locks that belong to an object instead of a thread. */
@SuppressWarnings("LockNotBeforeTry")
final class HandleRules {

    @LockRule(
            id = "P20",
            statement =
                    "A handle excludes threads and other handles, of its own service too, until it is closed by any thread.",
            why = "Work that hops between threads needs a lock that does not belong to one.",
            lookAt = "the owner of a handle's claim",
            kinds = {"K19"},
            service = true)
    void handleExcludes(Bench bench) throws Exception {
        String name = bench.name();
        LockClient client = bench.open();
        LockService service = Bench.serviceOf(client);
        Lock other = bench.open().lock(name);
        LockHandle handle = service.acquire(name, bench.timing().prompt());
        Check.that(handle.isHeld(), "a handle that was just acquired is not held");
        Check.that(!client.lock(name).tryLock(), "a thread of the same service got a lock that a handle has");
        Scene.isTaken(other, "that a handle of another client has");
        Scene.timesOut(
                bench, "a second acquire() of one lock", Duration.ZERO, longest -> service.acquire(name, longest));
        bench.actor().run("close() by another thread", handle::close);
        Check.that(!handle.isHeld(), "a closed handle is held");
        Check.succeeds("a second close()", handle::close);
        Scene.becomesFree(other, bench.timing().prompt(), "after the handle was closed");
    }

    @LockRule(
            id = "P21",
            statement =
                    "A handle is renewed until it is closed; one with a lease ends by itself, and close() says that it was lost.",
            why = "The same promises as for threads.",
            lookAt = "the renewal of handles",
            kinds = {"K05"},
            needs = LockCapability.RENEWAL,
            service = true)
    void handlesHaveLeases(Bench bench) throws Exception {
        String kept = bench.name();
        String limited = bench.name();
        LockService service = Bench.serviceOf(bench.openRenewed());
        LockClient other = bench.open();
        LockHandle renewed = service.acquire(kept, bench.timing().prompt());
        LockHandle brief =
                service.acquire(limited, bench.timing().prompt(), bench.timing().brief());
        bench.pause(bench.timing().lease().multipliedBy(2));
        Check.that(renewed.isHeld(), "a handle was not renewed");
        Scene.isTaken(other.lock(kept), "though its handle is open");
        Check.that(!brief.isHeld(), "a handle is held after its lease");
        Check.fails(LockLostException.class, "close() of a handle after its lease", brief::close);
        renewed.close();
    }

    @LockRule(
            id = "P22",
            statement = "A cancelled acquireAsync() leaves nothing behind, and the next one in the queue is served.",
            why = "Cancelling is how asynchronous code gives up.",
            lookAt = "what cancels the request when the future is cancelled",
            kinds = {"K01"},
            service = true)
    void cancelledAcquireLeavesNothing(Bench bench) throws Exception {
        String name = bench.name();
        Lock held = bench.open().lock(name);
        LockService service = bench.service();
        held.lock();
        CompletableFuture<LockHandle> first =
                service.acquireAsync(name, bench.timing().prompt().multipliedBy(4));
        CompletableFuture<LockHandle> second =
                service.acquireAsync(name, bench.timing().prompt().multipliedBy(4));
        bench.pause(bench.timing().moment().multipliedBy(4));
        Check.that(!first.isDone() && !second.isDone(), "acquireAsync() of a held lock was done");
        first.cancel(false);
        held.unlock();
        LockHandle handle = second.get(bench.timing().prompt().toNanos(), TimeUnit.NANOSECONDS);
        handle.close();
        Scene.becomesFree(held, bench.timing().prompt(), "after a cancelled acquireAsync()");
    }

    @LockRule(
            id = "P23",
            statement =
                    "withLock() runs its task only under the lock, once, and frees the lock also when the task throws.",
            why = "A helper that drops a false runs the section unprotected.",
            lookAt = "what withLock() does with the outcome of its acquire",
            kinds = {"K03"},
            service = true)
    void withLockRunsUnderTheLock(Bench bench) throws Exception {
        String name = bench.name();
        Lock other = bench.open().lock(name);
        LockService service = bench.service();
        AtomicInteger runs = new AtomicInteger();
        other.lock();
        Scene.timesOut(
                bench,
                "withLock() of a held lock",
                bench.timing().moment(),
                longest -> service.withLock(name, longest, runs::incrementAndGet));
        Check.equal(0, runs.get(), "how often the task ran without the lock");
        other.unlock();
        Check.equal(
                1,
                service.withLock(name, bench.timing().prompt(), () -> {
                    Scene.isTaken(other, "while withLock() ran its task");
                    return runs.incrementAndGet();
                }),
                "what the task returned");
        Check.fails(
                ArithmeticException.class,
                "withLock() with a task that throws",
                () -> service.withLock(name, bench.timing().prompt(), () -> {
                    throw new ArithmeticException("on purpose");
                }));
        Scene.becomesFree(other, bench.timing().prompt(), "after withLock()");
    }
}
