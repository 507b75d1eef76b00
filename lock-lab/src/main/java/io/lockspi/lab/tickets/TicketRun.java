package io.lockspi.lab.tickets;

import io.lockspi.lab.stock.Stock;
import io.lockspi.lab.stock.StockServer;
import io.lockspi.lab.ui.Progress;
import io.lockspi.lab.ui.Screen;
import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One run of the ticket office: a full stock, sellers in JVMs of their own, and what became of it. */
public final class TicketRun {
    /** Without any sale for so long, and two leases, the run is stuck. */
    private static final Duration STALL_LIMIT = Duration.ofSeconds(10);

    private static final Duration LOOK_INTERVAL = Duration.ofMillis(500);

    private final Plan plan;
    private final LockStore store;
    private final Screen screen;

    /**
     * A run.
     *
     * @param plan what to do
     * @param store where the locks are
     * @param screen where to show progress
     */
    public TicketRun(Plan plan, LockStore store, Screen screen) {
        this.plan = plan;
        this.store = store;
        this.screen = screen;
    }

    /**
     * Sells everything.
     *
     * @return the result, good or bad
     * @throws IOException if a process or a port is not to be had
     * @throws InterruptedException if the thread is interrupted
     * @throws RunFailedException if the run came to no end
     */
    public RunResult run() throws IOException, InterruptedException {
        try (Progress progress = screen.progress(store.name(), "tickets", plan.tickets())) {
            progress.remark("starting " + plan.processes() + " sellers for " + plan.tickets() + " tickets");
            Stock stock = new Stock(plan.tickets(), plan.trains(), progress::reached);
            // Unique, so that two labs that share a server do not share locks.
            String runName = "lockspi-lab/" + UUID.randomUUID();
            try (StockServer server = StockServer.start(stock);
                    Sellers sellers = Sellers.launch(plan, store, server.port(), runName)) {
                return sell(stock, sellers, progress);
            }
        }
    }

    private RunResult sell(Stock stock, Sellers sellers, Progress progress) throws InterruptedException {
        long start = System.nanoTime();
        sellers.startSelling();
        Disturbances disturbances = new Disturbances(plan, stock, sellers, progress);
        @Nullable
        KilledSeller killed = store.hasLocks() && plan.killSeller() ? disturbances.kill(sellers.get(1)) : null;
        @Nullable
        PausedSeller paused = store.hasLocks() && plan.pauseSeller() ? disturbances.pause(sellers.get(2)) : null;
        int serversKilled = disturbances.killMinority(store);
        int locksLost = awaitEnd(stock, sellers.locksLost(), start);
        Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
        return new RunResult(
                store.name(),
                plan,
                stock.tally(),
                elapsed,
                stock.staleWritesRefused(),
                locksLost,
                serversKilled,
                killed,
                paused);
    }

    private int awaitEnd(Stock stock, CompletableFuture<Integer> end, long start) throws InterruptedException {
        Duration limit = STALL_LIMIT.plus(plan.lease().multipliedBy(2)).plus(plan.think());
        while (!end.isDone()) {
            long idle = System.nanoTime() - stock.lastSaleNanos(start);
            if (idle > limit.toNanos()) {
                throw new RunFailedException("with " + store + " nobody has sold a ticket for " + Text.seconds(limit)
                        + "; is the server still there?");
            }
            awaitQuietly(end);
        }
        return Sellers.await(end, LOOK_INTERVAL, "the sellers did not end");
    }

    private static void awaitQuietly(CompletableFuture<Integer> end) throws InterruptedException {
        try {
            end.get(LOOK_INTERVAL.toNanos(), TimeUnit.NANOSECONDS);
        } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException notYet) {
            // The caller looks at the future itself.
        }
    }
}
