package io.lockspi.lab.seller;

import io.lockspi.DistributedLock;
import io.lockspi.LockLostException;
import io.lockspi.LockService;
import io.lockspi.LockUnavailableException;
import io.lockspi.StaleTokenException;
import io.lockspi.lab.stock.StockClient;

/** Read, think, write under the train's lock; the fencing token goes to the stock first. */
final class LockedSection implements Section {
    private final LockService locks;
    private final SellerTask task;
    private final StockClient stock;
    private final ThinkTime think;
    private final ControlChannel control;
    private int locksLost;

    LockedSection(LockService locks, SellerTask task, StockClient stock, ThinkTime think, ControlChannel control) {
        this.locks = locks;
        this.task = task;
        this.stock = stock;
        this.think = think;
        this.control = control;
    }

    @Override
    public boolean sellOne(int train) throws InterruptedException {
        // Asked before the lock is taken, so that the ordinary section stays as plain as an application's.
        boolean hold = control.holdWanted();
        DistributedLock lock = locks.getLock(task.lockName(train));
        lock.lock();
        if (hold) {
            return sellAfterStop(lock, train);
        }
        try {
            return sell(lock, train);
        } catch (LockLostException lost) {
            return true;
        } catch (StaleTokenException overtaken) {
            if (lock.isHeldByCurrentThread()) {
                stock.reportRefusedWhileHeld();
            }
            return true;
        } finally {
            unlock(lock);
        }
    }

    private boolean sell(DistributedLock lock, int train) {
        long token = lock.fencingToken();
        stock.guard(train).raise(token);
        int remaining = stock.read(train);
        if (remaining <= 0) {
            return false;
        }
        think.pass();
        stock.sell(train, remaining, token);
        return true;
    }

    /** Lets go. A lock that was lost meanwhile is no trouble here: the token has protected the stock. */
    private void unlock(DistributedLock lock) {
        try {
            lock.unlock();
        } catch (LockLostException | LockUnavailableException lost) {
            locksLost++;
        }
    }

    /** Stops inside the section until the lab says go on, and reports what it meets then. */
    private boolean sellAfterStop(DistributedLock lock, int train) throws InterruptedException {
        long token = lock.fencingToken();
        stock.guard(train).raise(token);
        int remaining = stock.read(train);
        if (remaining <= 0) {
            lock.unlock();
            return false;
        }
        control.insideAndAwaitGo(train, token);
        boolean heldAtFirst = lock.isHeldByCurrentThread();
        boolean refused = isRefused(train, remaining, token);
        control.awakened(new Awakening(heldAtFirst, refused, unlockOutcome(lock)));
        return true;
    }

    private boolean isRefused(int train, int remaining, long token) {
        try {
            stock.sell(train, remaining, token);
            return false;
        } catch (StaleTokenException refused) {
            return true;
        }
    }

    private String unlockOutcome(DistributedLock lock) {
        try {
            lock.unlock();
            return "none";
        } catch (RuntimeException thrown) {
            locksLost++;
            return thrown.getClass().getSimpleName();
        }
    }

    @Override
    public int locksLost() {
        return locksLost;
    }
}
