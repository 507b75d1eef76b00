package io.lockspi.lab.tickets;

import io.lockspi.lab.seller.Awakening;
import io.lockspi.lab.stock.Sale;
import io.lockspi.lab.stock.Stock;
import io.lockspi.lab.tickets.SellerProcess.Inside;
import io.lockspi.lab.ui.Progress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;

/** Kills or stops a seller while it certainly holds a lock, and observes what follows. For one thread. */
final class Disturbances {
    /** A waiter asks again at least once a second, and a busy machine needs a moment. */
    private static final Duration WAITER_SLACK = Duration.ofSeconds(1);

    private static final Duration REPORT_LIMIT = Duration.ofSeconds(15);

    private final Plan plan;
    private final Stock stock;
    private final Sellers sellers;
    private final Progress progress;

    Disturbances(Plan plan, Stock stock, Sellers sellers, Progress progress) {
        this.plan = plan;
        this.stock = stock;
        this.sellers = sellers;
        this.progress = progress;
    }

    /** Kills a seller inside a section, and measures how long its train is not sold. */
    KilledSeller kill(SellerProcess victim) throws InterruptedException {
        Inside where = stopInside(victim, plan.tickets() / 4);
        sellers.gone(victim);
        long killedAt = System.nanoTime();
        victim.kill();
        progress.remark("killed seller " + victim.number() + " while it held the lock of train " + where.train());
        Duration limit = plan.lease().plus(WAITER_SLACK);
        stock.await(() -> nextSale(where.train(), killedAt).isPresent(), limit.multipliedBy(2));
        Duration gap = nextSale(where.train(), killedAt)
                .map(sale -> Duration.ofNanos(sale.nanos() - killedAt))
                .orElse(null);
        progress.remark(
                gap == null
                        ? "nobody sold a ticket of train " + where.train() + " any more"
                        : "the others went on with train " + where.train() + " after " + Text.seconds(gap)
                                + " (the lease is " + Text.seconds(plan.lease()) + ")");
        return new KilledSeller(victim.number(), where.train(), where.token(), gap, limit);
    }

    private Optional<Sale> nextSale(int train, long afterNanos) {
        List<Sale> sales = stock.sales();
        return sales.stream()
                .filter(sale -> sale.train() == train && sale.nanos() - afterNanos > 0)
                .findFirst();
    }

    /** Stops a seller inside a section for two leases, and asks what it met when it went on. */
    PausedSeller pause(SellerProcess victim) throws InterruptedException {
        Inside where = stopInside(victim, plan.tickets() / 2);
        long stoppedAt = System.nanoTime();
        victim.pause();
        progress.remark("stopped seller " + victim.number() + " while it held the lock of train " + where.train());
        Duration twoLeases = plan.lease().multipliedBy(2);
        stock.await(() -> false, twoLeases);
        // Its token is refused only once a later holder has shown a higher one.
        boolean overtaken = stock.await(() -> stock.highestToken(where.train()) > where.token(), REPORT_LIMIT);
        // Written before it wakes, so that its first act is its own question and not a wait for the lab.
        victim.goOn();
        Duration paused = Duration.ofNanos(System.nanoTime() - stoppedAt);
        victim.resume();
        if (!overtaken) {
            throw new RunFailedException("nobody took over the lock of train " + where.train() + " while seller "
                    + victim.number() + " was stopped for " + Text.seconds(paused));
        }
        Awakening facts = Sellers.await(
                victim.awake(), REPORT_LIMIT, "seller " + victim.number() + " did not go on after SIGCONT");
        PausedSeller result = new PausedSeller(victim.number(), where.train(), where.token(), paused, facts);
        progress.remark("seller " + victim.number() + " went on after " + Text.seconds(paused)
                + ": isHeldByCurrentThread() said "
                + facts.heldAtFirst() + ", its write was " + (facts.writeRefused() ? "refused" : "accepted")
                + ", unlock() threw " + facts.unlockOutcome());
        return result;
    }

    /** Kills fewer than half of the servers when half of the tickets are sold, if that was asked for. */
    int killMinority(LockStore store) throws InterruptedException {
        IntSupplier killer = store.killMinority();
        if (killer == null || !plan.killMinority()) {
            return 0;
        }
        stock.await(() -> stock.sold() >= plan.tickets() / 2, REPORT_LIMIT.plus(plan.lease()));
        int sold = stock.sold();
        int killed = killer.getAsInt();
        progress.remark("killed " + killed + " servers when " + sold + " tickets were sold");
        return killed;
    }

    private Inside stopInside(SellerProcess victim, int afterSales) throws InterruptedException {
        stock.await(() -> stock.sold() >= afterSales, REPORT_LIMIT.plus(plan.lease()));
        victim.holdInside();
        return Sellers.await(
                victim.inside(),
                REPORT_LIMIT.plus(plan.lease()),
                "seller " + victim.number() + " did not get a lock (take more --tickets)");
    }
}
