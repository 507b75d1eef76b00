package io.lockspi.lab.stock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/**
 * The tickets that are left, and every sale. Thread-safe.
 *
 * <p>A request is atomic, but nothing keeps one seller from writing what another has read: that is what the sellers'
 * lock is for. What it does do is fencing: once it has seen a token for a train it refuses lower ones.
 */
public final class Stock {
    // Only keeps this object's own memory consistent; never held from one request to the next.
    private final ReentrantLock memory = new ReentrantLock();
    private final Condition changed = memory.newCondition();
    private final List<Integer> ticketsOfTrain;
    private final int[] remaining;
    private final long[] highestToken;
    private final List<Sale> sales = new ArrayList<>();
    private final IntConsumer onSold;
    private int staleWritesRefused;
    private int refusedWhileHeld;

    /**
     * A full stock.
     *
     * @param tickets how many there are, spread evenly over the trains
     * @param trains how many trains
     * @param onSold told the number of sales after each one; must be quick
     */
    public Stock(int tickets, int trains, IntConsumer onSold) {
        this.ticketsOfTrain = spread(tickets, trains);
        this.remaining = ticketsOfTrain.stream().mapToInt(Integer::intValue).toArray();
        this.highestToken = new long[trains];
        this.onSold = onSold;
    }

    /** Spreads tickets over trains, the first trains taking what is left over. */
    static List<Integer> spread(int tickets, int trains) {
        List<Integer> parts = new ArrayList<>();
        for (int i = 0; i < trains; i++) {
            parts.add(tickets / trains + (i < tickets % trains ? 1 : 0));
        }
        return List.copyOf(parts);
    }

    /** The tickets left of a train, as the last write said. */
    int read(int train) {
        memory.lock();
        try {
            return remaining[train - 1];
        } finally {
            memory.unlock();
        }
    }

    /**
     * Notes a section's token, so that no earlier holder's write gets in any more.
     *
     * @return the highest token seen; higher than {@code token} means refused
     */
    long raise(int train, long token) {
        memory.lock();
        try {
            if (token < highestToken[train - 1]) {
                staleWritesRefused++;
            } else {
                highestToken[train - 1] = token;
                changed.signalAll();
            }
            return highestToken[train - 1];
        } finally {
            memory.unlock();
        }
    }

    /**
     * Overwrites the tickets left of a train and records a sale, unless its token is stale.
     *
     * @return the highest token seen; higher than the sale's means refused
     */
    long write(Sale sale, int newRemaining) {
        memory.lock();
        try {
            long highest = raise(sale.train(), sale.token());
            if (highest > sale.token()) {
                return highest;
            }
            remaining[sale.train() - 1] = newRemaining;
            sales.add(sale);
            onSold.accept(sales.size());
            changed.signalAll();
            return highest;
        } finally {
            memory.unlock();
        }
    }

    /** Counts a token that was refused although its holder's claim was still valid after the refusal. */
    void refusedWhileHeld() {
        memory.lock();
        try {
            refusedWhileHeld++;
        } finally {
            memory.unlock();
        }
    }

    /**
     * Waits until something holds.
     *
     * @param state asked after each change
     * @param atMost the longest wait
     * @return whether it holds
     * @throws InterruptedException if the thread is interrupted
     */
    public boolean await(BooleanSupplier state, Duration atMost) throws InterruptedException {
        long left = atMost.toNanos();
        memory.lockInterruptibly();
        try {
            while (!state.getAsBoolean()) {
                if (left <= 0) {
                    return false;
                }
                left = changed.awaitNanos(left);
            }
            return true;
        } finally {
            memory.unlock();
        }
    }

    /**
     * The number of sales so far.
     *
     * @return also what went beyond the stock
     */
    public int sold() {
        memory.lock();
        try {
            return sales.size();
        } finally {
            memory.unlock();
        }
    }

    /**
     * The sales so far.
     *
     * @return a copy, in the order of acceptance
     */
    public List<Sale> sales() {
        memory.lock();
        try {
            return List.copyOf(sales);
        } finally {
            memory.unlock();
        }
    }

    /**
     * The highest token seen for a train.
     *
     * @param train the train's number, from 1
     * @return 0 if there was none
     */
    public long highestToken(int train) {
        memory.lock();
        try {
            return highestToken[train - 1];
        } finally {
            memory.unlock();
        }
    }

    /**
     * The sums so far. A token that was refused while its holder's claim was still valid counts as going backwards too:
     * the store gave the lock away too early, or gave a later holder a lower token.
     *
     * @return what was sold and how
     */
    public Tally tally() {
        memory.lock();
        try {
            Tally counted = Tally.of(sales, ticketsOfTrain);
            return new Tally(
                    counted.sold(),
                    counted.distinct(),
                    counted.oversold(),
                    counted.duplicates(),
                    counted.tokenRegressions() + refusedWhileHeld);
        } finally {
            memory.unlock();
        }
    }

    /**
     * The number of writes, and of announcements of one, that were refused because of a stale token.
     *
     * @return 0 in a run in which no holder was late
     */
    public int staleWritesRefused() {
        memory.lock();
        try {
            return staleWritesRefused;
        } finally {
            memory.unlock();
        }
    }

    /**
     * How long ago the last sale was.
     *
     * @param absent the answer, by {@link System#nanoTime()}, if there was none
     * @return the instant, by {@link System#nanoTime()}
     */
    public long lastSaleNanos(long absent) {
        memory.lock();
        try {
            return sales.isEmpty() ? absent : sales.get(sales.size() - 1).nanos();
        } finally {
            memory.unlock();
        }
    }
}
