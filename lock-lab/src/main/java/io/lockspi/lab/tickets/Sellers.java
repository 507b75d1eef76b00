package io.lockspi.lab.tickets;

import io.lockspi.lab.seller.SellerTask;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The sellers of one run. For one thread. */
final class Sellers implements AutoCloseable {
    /** JVMs start slowly when many of them share few cores. */
    private static final Duration START_LIMIT = Duration.ofSeconds(90);
    /** Of the run without a lock, where the sellers must meet in their first sale even if there are few tickets. */
    private static final Duration OPENING_THINK = Duration.ofMillis(100);

    private final List<SellerProcess> all = new ArrayList<>();
    private final List<SellerProcess> working = new ArrayList<>();

    /** Starts all JVMs, and waits until each is connected and ready to sell. */
    static Sellers launch(Plan plan, LockStore store, int stockPort, String runName)
            throws IOException, InterruptedException {
        Sellers sellers = new Sellers();
        try {
            for (int number = 1; number <= plan.processes(); number++) {
                sellers.add(SellerProcess.start(task(plan, store, stockPort, runName, number), store.uri()));
            }
            for (SellerProcess seller : sellers.all) {
                await(seller.ready(), START_LIMIT, "seller " + seller.number() + " was not ready");
            }
            return sellers;
        } catch (IOException | InterruptedException | RuntimeException failure) {
            sellers.close();
            throw failure;
        }
    }

    private static SellerTask task(Plan plan, LockStore store, int stockPort, String runName, int number) {
        boolean overlapAtFirst = !store.hasLocks() && plan.think().compareTo(OPENING_THINK) < 0;
        return new SellerTask(
                number,
                stockPort,
                plan.trains(),
                plan.think(),
                overlapAtFirst ? OPENING_THINK : plan.think(),
                runName,
                store.leaseOf(plan));
    }

    private void add(SellerProcess seller) {
        all.add(seller);
        working.add(seller);
    }

    /** Lets everybody begin. */
    void startSelling() {
        all.forEach(SellerProcess::startSelling);
    }

    /** The seller with a number, from 1. */
    SellerProcess get(int number) {
        return all.get(number - 1);
    }

    /** Notes that a seller was killed, so that nobody waits for its end. */
    void gone(SellerProcess seller) {
        working.remove(seller);
    }

    /** Completed when everybody who is not dead has sold out; failed at once if one gave up. */
    CompletableFuture<Integer> locksLost() {
        CompletableFuture<Integer> sum = CompletableFuture.completedFuture(0);
        CompletableFuture<Integer> firstFailure = new CompletableFuture<>();
        for (SellerProcess seller : working) {
            sum = sum.thenCombine(seller.done(), Integer::sum);
            var unused = seller.done().exceptionally(failure -> {
                firstFailure.completeExceptionally(failure);
                return 0;
            });
        }
        CompletableFuture<Integer> total = sum;
        return firstFailure.applyToEither(total, lost -> lost);
    }

    /** Waits for a report. */
    static <T> T await(Future<T> report, Duration limit, String otherwise) throws InterruptedException {
        try {
            return report.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            throw new RunFailedException(otherwise + " within " + Text.seconds(limit));
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof RunFailedException known
                    ? known
                    : new RunFailedException(String.valueOf(failed.getCause()));
        }
    }

    /** Kills whoever still runs. */
    @Override
    public void close() {
        all.forEach(SellerProcess::close);
    }
}
