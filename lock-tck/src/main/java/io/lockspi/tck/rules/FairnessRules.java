package io.lockspi.tck.rules;

import io.lockspi.LockInfo;
import io.lockspi.LockService;
import io.lockspi.spi.LockCapability;
import io.lockspi.tck.LockClient;
import io.lockspi.tck.LockRule;
import io.lockspi.tck.Refusal;
import io.lockspi.tck.bench.Actor;
import io.lockspi.tck.bench.Bench;
import io.lockspi.tck.bench.Check;
import io.lockspi.tck.bench.Step;
import io.lockspi.tck.bench.Timing;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Lock;
import java.util.stream.IntStream;

/** Who is served first, and that everybody is served. */
@SuppressWarnings("LockNotBeforeTry")
final class FairnessRules {
    private static final int WAITERS = 6;

    @LockRule(
            id = "Q01",
            statement = "Threads of one service are served in the order in which they came.",
            why = "First come, first served is what nobody has to explain.",
            lookAt = "the local queue",
            kinds = {"K10"},
            service = true)
    void threadsAreServedInOrder(Bench bench) throws Exception {
        LockClient client = bench.open();
        String name = bench.name();
        Check.equal(inOrder(), served(bench, name, () -> client), "the order in which threads were served");
    }

    @LockRule(
            id = "Q02",
            statement = "Clients are served in the order in which they came.",
            why = "It is what a back end promises that calls itself fair.",
            lookAt = "the queue in the store, and what newcomers may do while somebody waits",
            kinds = {"K10"},
            needs = LockCapability.FAIR)
    void clientsAreServedInOrder(Bench bench) throws Exception {
        Check.equal(inOrder(), served(bench, bench.name(), bench::open), "the order in which clients were served");
    }

    @Refusal(of = "Q02", statement = "All waiting clients are served, in whatever order.")
    void clientsAreServed(Bench bench) throws Exception {
        Check.equal(WAITERS, served(bench, bench.name(), bench::open).size(), "the number of clients that were served");
    }

    private static List<Integer> inOrder() {
        return IntStream.range(0, WAITERS).boxed().toList();
    }

    private static List<Integer> served(Bench bench, String name, java.util.function.Supplier<LockClient> clients)
            throws Exception {
        Lock held = bench.open().lock(name);
        Actor holder = Scene.holding(bench, held);
        List<Integer> order = new ArrayList<>();
        List<Step<?>> waits = new ArrayList<>();
        Set<LockClient> others = new HashSet<>();
        for (int i = 0; i < WAITERS; i++) {
            int number = i;
            LockClient client = clients.get();
            Lock wanted = client.lock(name);
            Step<?> wait = bench.actor().begin("lock() in a queue", () -> {
                wanted.lock();
                order.add(number);
                wanted.unlock();
            });
            wait.goesOnFor(bench.timing().moment());
            waits.add(wait);
            others.add(client);
            awaitQueued(bench, client, name, others.size());
        }
        holder.run("unlock()", held::unlock);
        for (Step<?> wait : waits) {
            wait.within(bench.timing().prompt().multipliedBy(2));
        }
        return order;
    }

    /** Who waits may not be known to the store yet, on a busy machine; where the store tells, that is waited for. */
    private static void awaitQueued(Bench bench, LockClient client, String name, int clients) throws Exception {
        LockService service = client.service().orElse(null);
        if (service != null && service.capabilities().contains(LockCapability.INSPECTION)) {
            bench.eventually(
                    bench.timing().prompt(),
                    "that the store knows of " + clients + " waiting clients",
                    () -> service.inspect(name)
                                    .map(LockInfo::waiters)
                                    .orElse(OptionalInt.empty())
                                    .orElse(clients)
                            >= clients);
        }
    }

    @LockRule(
            id = "Q03",
            statement =
                    "A client that waits is served though four threads of another client take the lock again and again.",
            why = "A client that hands the lock from thread to thread would keep it for ever.",
            lookAt = "the limit of local hand-overs, and whether a waiter of another client is noticed",
            kinds = {"K10"})
    void busyClientDoesNotStarveAnother(Bench bench) throws Exception {
        Timing timing = bench.timing();
        String name = bench.name();
        LockClient busy = bench.open();
        Lock wanted = bench.open().lock(name);
        AtomicBoolean stop = new AtomicBoolean();
        List<Step<?>> traffic = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Lock lock = busy.lock(name);
            traffic.add(bench.actor().begin("traffic", () -> {
                while (!stop.get()) {
                    lock.lock();
                    lock.unlock();
                }
            }));
        }
        try {
            bench.pause(timing.moment());
            for (int round = 0; round < 5; round++) {
                Check.that(
                        Scene.tryFor(wanted, timing.prompt().multipliedBy(2)),
                        "a client was not served, in round " + round + ", while another one was busy");
                wanted.unlock();
            }
        } finally {
            stop.set(true);
        }
        for (Step<?> step : traffic) {
            step.within(timing.prompt().multipliedBy(2));
        }
    }

    @LockRule(
            id = "Q04",
            statement = "A waiter that is closed does not hold up those behind it.",
            why = "A place in a queue that nobody fills any more blocks the queue.",
            lookAt = "how a queue notices that a waiter is gone",
            kinds = {"K10"})
    void closedWaiterIsSkipped(Bench bench) throws Exception {
        Timing timing = bench.timing();
        String name = bench.name();
        Lock held = bench.open().lock(name);
        Actor holder = Scene.holding(bench, held);
        LockClient leaving = bench.open();
        Step<?> gone = Scene.waiting(bench, bench.actor(), leaving.lock(name));
        Lock wanted = bench.open().lock(name);
        Actor waiter = bench.actor();
        Step<?> wait = Scene.waiting(bench, waiter, wanted);
        leaving.close();
        gone.failsWithin(timing.prompt(), RuntimeException.class);
        holder.run("unlock()", held::unlock);
        wait.within(timing.prompt());
        waiter.run("unlock()", wanted::unlock);
    }

    @LockRule(
            id = "Q05",
            statement = "Waiters that time out or are interrupted do not hold up those behind them.",
            why = "Most waiters are patient until they are not.",
            lookAt = "what a waiter that gives up takes out of the queue",
            kinds = {"K10", "K01"})
    void waitersThatGiveUpAreSkipped(Bench bench) throws Exception {
        Timing timing = bench.timing();
        String name = bench.name();
        Lock held = bench.open().lock(name);
        Actor holder = Scene.holding(bench, held);
        Lock first = bench.open().lock(name);
        Lock second = bench.open().lock(name);
        Step<Boolean> timed = bench.actor()
                .begin(
                        "tryLock(short)",
                        () -> Scene.tryFor(first, timing.moment().multipliedBy(6)));
        timed.goesOnFor(timing.moment());
        Actor stopped = bench.actor();
        Step<?> interrupted = stopped.begin("lockInterruptibly()", second::lockInterruptibly);
        interrupted.goesOnFor(timing.moment());
        Lock wanted = bench.open().lock(name);
        Actor waiter = bench.actor();
        Step<?> wait = Scene.waiting(bench, waiter, wanted);
        stopped.interrupt();
        interrupted.failsWithin(timing.prompt(), InterruptedException.class);
        Check.that(!timed.within(timing.prompt()), "a timed tryLock was true for a lock that is held");
        holder.run("unlock()", held::unlock);
        wait.within(timing.prompt());
        waiter.run("unlock()", wanted::unlock);
    }

    @LockRule(
            id = "Q06",
            statement = "60 waiting threads of three clients are all served, each once.",
            why = "A wake-up that is lost shows when there are many.",
            lookAt = "who is told of a release, and what happens to those who are told too early",
            kinds = {"K09", "K10"})
    void everyWaiterIsServed(Bench bench) throws Exception {
        Timing timing = bench.timing();
        String name = bench.name();
        List<LockClient> clients = List.of(bench.open(), bench.open(), bench.open());
        Lock held = bench.open().lock(name);
        Actor holder = Scene.holding(bench, held);
        int[] served = new int[1];
        List<Step<?>> waits = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            Lock wanted = clients.get(i % clients.size()).lock(name);
            waits.add(bench.actor().begin("lock() among 60", () -> {
                wanted.lock();
                served[0]++;
                wanted.unlock();
            }));
        }
        bench.pause(timing.moment());
        holder.run("unlock()", held::unlock);
        for (Step<?> wait : waits) {
            wait.within(timing.prompt().multipliedBy(6));
        }
        Check.equal(60, served[0], "the number of waiters that were served");
    }
}
