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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/** Locks that are lost, and who hears of it. */
@SuppressWarnings("LockNotBeforeTry")
final class LossRules {

    @LockRule(
            id = "T30",
            statement = "The listener hears of a lease that ran out: once, soon, and on a thread that may use locks.",
            why = "What nobody is told of, nobody can stop.",
            lookAt = "who calls the listener, and on which thread",
            kinds = {"K05"},
            needs = {LockCapability.LOSS_NOTIFICATION, LockCapability.LEASE})
    void listenerHearsOfTheEnd(Bench bench) throws Exception {
        String name = bench.name();
        String another = bench.name();
        LockClient client = bench.openRenewed();
        Lock lock = client.lock(name);
        AtomicInteger calls = new AtomicInteger();
        AtomicReference<@Nullable Throwable> trouble = new AtomicReference<>();
        client.onLost(lock, () -> {
            calls.incrementAndGet();
            try {
                Lock used = client.lock(another);
                used.lock();
                used.unlock();
            } catch (RuntimeException failure) {
                trouble.set(failure);
            }
        });
        client.lock(lock, bench.timing().brief());
        bench.eventually(
                bench.timing().brief().plus(bench.timing().prompt()), "the listener's call", () -> calls.get() > 0);
        bench.pause(bench.timing().brief());
        Check.equal(1, calls.get(), "the number of calls of the listener");
        Throwable failure = trouble.get();
        Check.that(failure == null, "the listener could not use a lock: " + failure);
        Check.fails(IllegalMonitorStateException.class, "unlock() after the lease was over", lock::unlock);
    }

    @Refusal(
            of = "T30",
            statement =
                    "Registering a listener throws UnsupportedOperationException, or the listener is told at the end of the lease.")
    void listenersAreRefusedOrTold(Bench bench) throws Exception {
        LockClient client = bench.openRenewed();
        Lock lock = client.lock(bench.name());
        CountDownLatch told = new CountDownLatch(1);
        try {
            client.onLost(lock, told::countDown);
        } catch (UnsupportedOperationException refused) {
            return;
        }
        client.lock(lock, bench.timing().brief());
        Check.that(
                told.await(bench.timing().brief().plus(bench.timing().prompt()).toNanos(), TimeUnit.NANOSECONDS),
                "a listener was accepted and never told");
        Check.fails(IllegalMonitorStateException.class, "unlock() after the lease was over", lock::unlock);
    }

    @LockRule(
            id = "T31",
            statement = "The listener hears nothing of locks that are unlocked in time.",
            why = "A false alarm stops work that was safe.",
            lookAt = "the race of a release with the end of the lease",
            kinds = {"K05"},
            needs = LockCapability.LOSS_NOTIFICATION)
    void listenerHearsNothingOfUnlock(Bench bench) throws Exception {
        LockClient client = bench.openRenewed();
        Lock lock = client.lock(bench.name());
        AtomicInteger calls = new AtomicInteger();
        client.onLost(lock, calls::incrementAndGet);
        for (int i = 0; i < 20; i++) {
            lock.lock();
            lock.unlock();
        }
        bench.pause(bench.timing().lease().plus(bench.timing().moment()));
        Check.equal(0, calls.get(), "the number of calls of the listener");
    }

    @LockRule(
            id = "T32",
            statement =
                    "A listener that throws, or never returns, keeps nobody else from being told and no lock from being renewed.",
            why = "Listeners are application code, and some of it is bad.",
            lookAt = "the thread that listeners run on",
            kinds = {"K20", "K05"},
            needs = {LockCapability.LOSS_NOTIFICATION, LockCapability.LEASE, LockCapability.RENEWAL})
    void badListenersHarmNobody(Bench bench) throws Exception {
        Timing timing = bench.timing();
        String kept = bench.name();
        LockClient client = bench.openRenewed();
        Lock lost = client.lock(bench.name());
        Lock renewed = client.lock(kept);
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch told = new CountDownLatch(1);
        client.onLost(lost, () -> {
            throw new IllegalStateException("a listener that throws, on purpose");
        });
        client.onLost(lost, () -> awaitQuietly(end));
        client.onLost(lost, told::countDown);
        renewed.lock();
        client.lock(lost, timing.brief());
        boolean heard = told.await(timing.brief().plus(timing.prompt()).toNanos(), TimeUnit.NANOSECONDS);
        bench.pause(timing.lease().multipliedBy(2));
        boolean stillHeld = client.isHeld(renewed);
        end.countDown();
        Check.that(heard, "a listener was not told because another one throws or does not return");
        Check.that(stillHeld, "a lock was not renewed because a listener does not return");
        renewed.unlock();
        Check.fails(IllegalMonitorStateException.class, "unlock() after the lease was over", lost::unlock);
    }

    private static void awaitQuietly(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @LockRule(
            id = "T33",
            statement =
                    "A lock that is taken away inside the store is known to be lost by the next renewal, and the listener is told once.",
            why = "Every moment in which a holder believes too much is a moment with two holders.",
            lookAt = "what a negative answer to a renewal does: it is an end, not an error to retry",
            kinds = {"K05", "K16"},
            needs = LockCapability.LOSS_NOTIFICATION,
            uses = Means.EVICTION)
    void evictionIsNoticed(Bench bench) throws Exception {
        Timing timing = bench.timing();
        String name = bench.name();
        LockClient client = bench.openRenewed();
        Lock lock = client.lock(name);
        AtomicInteger calls = new AtomicInteger();
        client.onLost(lock, calls::incrementAndGet);
        lock.lock();
        bench.eviction().evict(name);
        bench.eventually(
                timing.lease().dividedBy(3).plus(timing.overshoot().multipliedBy(2)),
                "the loss",
                () -> calls.get() > 0);
        Check.that(!client.isHeld(lock), "the listener was told of a loss, and isHeld() is true");
        bench.pause(timing.lease());
        Check.equal(1, calls.get(), "the number of calls of the listener");
        Check.fails(IllegalMonitorStateException.class, "unlock() of a lock that was taken away", lock::unlock);
    }

    @LockRule(
            id = "T34",
            statement =
                    "After a lock was taken away, its former holder's unlock() throws IllegalMonitorStateException and frees nobody else's.",
            why = "It is the stale holder once more, by another way.",
            lookAt = "whether a release compares the claim, in the same step as it deletes",
            kinds = {"K06", "K04", "K05"},
            uses = Means.EVICTION)
    void evictedHolderHarmsNobody(Bench bench) throws Exception {
        String name = bench.name();
        Lock lost = bench.openRenewed().lock(name);
        Lock next = bench.openRenewed().lock(name);
        Lock third = bench.openRenewed().lock(name);
        Actor loser = Scene.holding(bench, lost);
        bench.eviction().evict(name);
        Check.that(Scene.tryFor(next, bench.timing().prompt()), "the lock was not to be had after it was taken away");
        loser.run(
                "unlock()",
                () -> Check.fails(
                        IllegalMonitorStateException.class, "unlock() of a lock that another has", lost::unlock));
        Scene.isTaken(third, "after the unlock() of a holder that had lost it");
        next.unlock();
        Scene.becomesFree(third, bench.timing().prompt(), "after the holder's unlock()");
    }

    @LockRule(
            id = "T35",
            statement = "The renewals of a holder that lost the lock bring nothing back, and lengthen nobody's claim.",
            why = "A renewal that creates what is missing makes two holders, or one that does not exist.",
            lookAt = "a renewal that does not compare the claim, or that sets what is not there",
            kinds = {"K04"},
            needs = LockCapability.RENEWAL,
            uses = Means.EVICTION)
    void lateRenewalBringsNothingBack(Bench bench) throws Exception {
        Timing timing = bench.timing();
        String name = bench.name();
        Actor loser = Scene.holding(bench, bench.openRenewed().lock(name));
        LockClient client = bench.openRenewed();
        Lock lock = client.lock(name);
        for (int i = 0; i < 6; i++) {
            bench.eviction().evict(name);
            bench.pause(timing.lease().dividedBy(5));
            Check.that(lock.tryLock(), "a lock that was taken away came back by itself");
            lock.unlock();
        }
        loser.end();
    }

    @LockRule(
            id = "T36",
            statement = "Waiters get a lock that was taken away, though nobody tells them.",
            why = "A notification is a hint and may never come; the poll is what waiting rests on.",
            lookAt = "waiters that rely on the message of a release",
            kinds = {"K09", "K16"},
            uses = Means.EVICTION)
    void waitersNoticeAnEviction(Bench bench) throws Exception {
        String name = bench.name();
        Actor loser = Scene.holding(bench, bench.openRenewed().lock(name));
        Lock wanted = bench.openRenewed().lock(name);
        Actor waiter = bench.actor();
        Step<?> wait = Scene.waiting(bench, waiter, wanted);
        bench.eviction().evict(name);
        wait.within(bench.timing().prompt());
        waiter.run("unlock()", wanted::unlock);
        loser.end();
    }

    @LockRule(
            id = "T37",
            statement = "A lock that was taken away and locked again by the same thread is renewed as any other.",
            why = "The bookkeeping of the lost claim got in the way of the next one.",
            lookAt = "what is left in the renewal's tables after a loss",
            kinds = {"K05"},
            needs = LockCapability.RENEWAL,
            uses = Means.EVICTION)
    void renewedAgainAfterALoss(Bench bench) throws Exception {
        Timing timing = bench.timing();
        String name = bench.name();
        Lock lock = bench.openRenewed().lock(name);
        Lock other = bench.openRenewed().lock(name);
        lock.lock();
        bench.eviction().evict(name);
        Check.fails(IllegalMonitorStateException.class, "unlock() of a lock that was taken away", () -> {
            bench.pause(timing.lease().dividedBy(3).plus(timing.moment()));
            lock.unlock();
        });
        lock.lock();
        for (int i = 0; i < 8; i++) {
            bench.pause(timing.lease().dividedBy(3));
            Scene.isTaken(other, "though it was locked again after a loss, and its holder lives");
        }
        lock.unlock();
    }

    @LockRule(
            id = "T38",
            statement = "An unlock() that meets the loss of its lock half-way never frees the lock of the next holder.",
            why = "Comparing the owner and deleting are one step, or the next holder comes between them.",
            lookAt = "a release that reads, compares and deletes in separate commands",
            kinds = {"K06"},
            uses = Means.EVICTION)
    void unlockRacingWithALoss(Bench bench) throws Exception {
        LockClient client = bench.openRenewed();
        LockClient nextClient = bench.openRenewed();
        LockClient thirdClient = bench.openRenewed();
        Actor loser = bench.actor();
        for (int round = 0; round < 40; round++) {
            String name = bench.name();
            Lock lost = client.lock(name);
            Lock next = nextClient.lock(name);
            loser.run("lock()", lost::lock);
            Step<?> unlock = loser.begin("unlock() that races with a loss", () -> {
                try {
                    lost.unlock();
                } catch (IllegalMonitorStateException tooLate) {
                    // The loss was first.
                }
            });
            bench.pause(java.time.Duration.ofNanos(bench.random().nextInt(1_000_000)));
            bench.eviction().evict(name);
            boolean got = next.tryLock();
            unlock.within(bench.timing().prompt());
            if (got) {
                Scene.isTaken(thirdClient.lock(name), "though the next holder has it, after a release that came late");
                Check.succeeds("unlock() by the next holder", next::unlock);
            }
        }
    }
}
