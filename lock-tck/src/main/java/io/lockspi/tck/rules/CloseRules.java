package io.lockspi.tck.rules;

import io.lockspi.LockService;
import io.lockspi.spi.LockCapability;
import io.lockspi.tck.LockClient;
import io.lockspi.tck.LockRule;
import io.lockspi.tck.bench.Actor;
import io.lockspi.tck.bench.Bench;
import io.lockspi.tck.bench.Check;
import io.lockspi.tck.bench.Step;
import io.lockspi.tck.bench.Stopwatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;

/** The end of a client. */
@SuppressWarnings("LockNotBeforeTry")
final class CloseRules {

    @LockRule(
            id = "P01",
            statement =
                    "close() frees what the client holds, at once for others, within 5 seconds, and can be called again.",
            why = "An orderly shutdown must not cost the others a lease.",
            lookAt = "the order at close: renewals stop, claims are released, then connections are closed",
            kinds = {"K18"})
    void closeFreesWhatIsHeld(Bench bench) throws Exception {
        List<String> names = List.of(bench.name(), bench.name(), bench.name());
        LockClient client = bench.open();
        LockClient other = bench.open();
        names.forEach(name -> client.lock(name).lock());
        Stopwatch watch = bench.stopwatch();
        client.close();
        watch.atMost(Duration.ofSeconds(5), "close()");
        for (String name : names) {
            Scene.becomesFree(other.lock(name), bench.timing().prompt(), "after its holder was closed");
        }
        Check.succeeds("a second close()", client::close);
    }

    @LockRule(
            id = "P02",
            statement = "close() ends the waits of its own threads promptly, with an exception and without a lock.",
            why = "A thread that waits for a closed client waits for ever.",
            lookAt = "who wakes the waiters at close",
            kinds = {"K18"})
    void closeEndsWaits(Bench bench) throws Exception {
        String name = bench.name();
        Actor holder = bench.actor();
        Lock held = bench.open().lock(name);
        holder.run("lock()", held::lock);
        LockClient client = bench.open();
        Lock lock = client.lock(name);
        Step<?> forEver = Scene.waiting(bench, bench.actor(), lock);
        Step<Boolean> timed = bench.actor()
                .begin(
                        "tryLock(long)",
                        () -> Scene.tryFor(lock, bench.timing().prompt().multipliedBy(4)));
        timed.goesOnFor(bench.timing().moment());
        client.close();
        forEver.failsWithin(bench.timing().prompt(), RuntimeException.class);
        timed.failsWithin(bench.timing().prompt(), RuntimeException.class);
        holder.run("unlock()", held::unlock);
    }

    @LockRule(
            id = "P03",
            statement = "close() of one client takes nothing from another one.",
            why = "Services come and go in one process.",
            lookAt = "state that clients share",
            kinds = {"K18", "K12"})
    void closeHarmsNobodyElse(Bench bench) throws Exception {
        String name = bench.name();
        LockClient staying = bench.has(LockCapability.RENEWAL) ? bench.openRenewed() : bench.open();
        LockClient leaving = bench.open();
        LockClient other = bench.open();
        Lock lock = staying.lock(name);
        Lock waitedFor = staying.lock(bench.name());
        lock.lock();
        waitedFor.lock();
        leaving.lock(bench.name()).lock();
        leaving.close();
        for (int i = 0; i < 6; i++) {
            bench.pause(bench.timing().lease().dividedBy(4));
            Scene.isTaken(other.lock(name), "though only another client was closed");
        }
        lock.unlock();
        waitedFor.unlock();
    }

    @LockRule(
            id = "P04",
            statement =
                    "After close() every call to acquire throws IllegalStateException, and unlock() of what was held an IllegalMonitorStateException.",
            why = "A late call must neither hang nor seem to work.",
            lookAt = "the check for a closed service at each way in",
            kinds = {"K18"},
            service = true)
    void closedServiceRefuses(Bench bench) {
        String name = bench.name();
        LockClient client = bench.open();
        LockService service = Bench.serviceOf(client);
        Lock lock = client.lock(name);
        lock.lock();
        client.close();
        Check.fails(IllegalStateException.class, "lock() after close()", lock::lock);
        Check.fails(IllegalStateException.class, "tryLock() after close()", lock::tryLock);
        Check.fails(
                IllegalStateException.class,
                "timed tryLock after close()",
                () -> Scene.tryFor(lock, Duration.ofMillis(10)));
        Check.fails(IllegalStateException.class, "acquire() after close()", () -> service.acquire(name, Duration.ZERO));
        Check.fails(IllegalMonitorStateException.class, "unlock() of a lock that close() had released", lock::unlock);
    }

    @LockRule(
            id = "P05",
            statement = "The listener hears of each lock that close() takes from its holder, once.",
            why = "The section may still be running.",
            lookAt = "the order at close: listeners are told before their executor ends",
            kinds = {"K18", "K05"},
            needs = io.lockspi.spi.LockCapability.LOSS_NOTIFICATION,
            service = true)
    void closeTellsListeners(Bench bench) throws Exception {
        LockClient client = bench.open();
        AtomicInteger calls = new AtomicInteger();
        for (int i = 0; i < 3; i++) {
            Lock lock = client.lock(bench.name());
            client.onLost(lock, calls::incrementAndGet);
            lock.lock();
        }
        client.close();
        bench.eventually(bench.timing().prompt(), "the third call of the listeners", () -> calls.get() >= 3);
        bench.pause(bench.timing().moment());
        Check.equal(3, calls.get(), "the number of calls of the listeners");
    }

    @LockRule(
            id = "P06",
            statement =
                    "close() while locks are taken, renewed and released by 8 threads ends within 5 seconds, every time.",
            why = "Renewal and close have waited for each other.",
            lookAt = "locks that are taken in two orders, by close and by the renewal",
            kinds = {"K20", "K18"})
    void closeAmidTraffic(Bench bench) throws Exception {
        for (int round = 0; round < 5; round++) {
            LockClient client = bench.open(bench.timing().brief());
            List<Step<?>> traffic = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                Lock lock = client.lock(bench.name());
                traffic.add(bench.actor().begin("traffic", () -> untilClosed(lock)));
            }
            bench.pause(bench.timing().moment());
            Stopwatch watch = bench.stopwatch();
            client.close();
            watch.atMost(Duration.ofSeconds(5), "close()");
            for (Step<?> step : traffic) {
                step.within(bench.timing().prompt());
            }
        }
    }

    private static void untilClosed(Lock lock) {
        try {
            while (true) {
                lock.lock();
                lock.unlock();
            }
        } catch (RuntimeException closed) {
            // As it should be.
        }
    }
}
