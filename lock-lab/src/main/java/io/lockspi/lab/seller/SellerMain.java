package io.lockspi.lab.seller;

import io.lockspi.LockConfig;
import io.lockspi.LockService;
import io.lockspi.lab.stock.StockClient;
import io.lockspi.lab.ui.ErrorText;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** A seller's JVM: sells tickets of randomly chosen trains until all are sold out. */
public final class SellerMain {
    /** Long enough for many cold JVMs on few cores. */
    private static final Duration WARM_UP_LIMIT = Duration.ofSeconds(60);

    private SellerMain() {}

    /**
     * Sells.
     *
     * @param arguments a {@link SellerTask}
     */
    public static void main(String[] arguments) {
        // Reports go to the real standard output; whatever else prints must not mix with them.
        PrintStream reports = System.out;
        System.setOut(System.err);
        ControlChannel control = ControlChannel.open(
                System.in, reports, () -> Runtime.getRuntime().halt(3));
        try {
            run(SellerTask.parse(List.of(arguments)), control);
            System.exit(0);
        } catch (Exception failure) {
            failure.printStackTrace();
            control.failed(ErrorText.of(failure));
            System.exit(1);
        }
    }

    private static void run(SellerTask task, ControlChannel control) throws Exception {
        ThinkTime think = new ThinkTime(task.openingThink(), task.think());
        try (StockClient stock = new StockClient(task.stockPort(), task.seller())) {
            Duration lease = task.lease();
            if (lease == null) {
                sellAll(task, new UnlockedSection(stock, think), control);
                return;
            }
            LockConfig config = LockConfig.of(control.awaitUri()).withOption("lease", lease.toString());
            try (LockService locks = LockService.open(config)) {
                // Connects and loads classes before the clock runs, by a lock that nobody else wants.
                locks.withLock(task.lockName(0) + "/seller-" + task.seller(), WARM_UP_LIMIT, () -> true);
                sellAll(task, new LockedSection(locks, task, stock, think, control), control);
            }
        }
    }

    private static void sellAll(SellerTask task, Section section, ControlChannel control) throws InterruptedException {
        List<Integer> open = new ArrayList<>();
        for (int train = 1; train <= task.trains(); train++) {
            open.add(train);
        }
        control.readyAndAwaitStart();
        // Everybody's first customer wants the same train, so that the sellers meet at once.
        Integer train = open.get(0);
        while (!open.isEmpty()) {
            if (!section.sellOne(train)) {
                open.remove(train);
            }
            train = open.isEmpty()
                    ? train
                    : open.get(ThreadLocalRandom.current().nextInt(open.size()));
        }
        control.done(section.locksLost());
    }
}
