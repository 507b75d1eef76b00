package io.lockspi.peers;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;

/**
 * Curator's mutex, which is no {@link Lock}: what it lacks for one is added here, so that no rule judges it. Its methods
 * all end at an interrupt; where a {@link Lock} must not, the call is repeated and the flag set afterwards.
 */
@SuppressWarnings("LockNotBeforeTry") // the caller keeps lock and unlock together
record MutexLock(InterProcessMutex mutex) implements Lock {

    /** A call of Curator's. */
    private interface Call<T> {
        T run() throws Exception;
    }

    private static <T> T uninterruptibly(Call<T> call) {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return interruptibly(call);
                } catch (InterruptedException again) {
                    // Curator throws and sets the flag.
                    Thread.interrupted();
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static <T> T interruptibly(Call<T> call) throws InterruptedException {
        try {
            return call.run();
        } catch (InterruptedException | RuntimeException known) {
            throw known;
        } catch (Exception failure) {
            throw new PeerException(failure);
        }
    }

    @Override
    public void lock() {
        uninterruptibly(() -> {
            mutex.acquire();
            return true;
        });
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        interruptibly(() -> {
            mutex.acquire();
            return true;
        });
    }

    @Override
    public boolean tryLock() {
        return uninterruptibly(() -> mutex.acquire(0, TimeUnit.MILLISECONDS));
    }

    @Override
    public boolean tryLock(long wait, TimeUnit unit) throws InterruptedException {
        return interruptibly(() -> mutex.acquire(wait, unit));
    }

    @Override
    public void unlock() {
        uninterruptibly(() -> {
            mutex.release();
            return true;
        });
    }

    @Override
    public Condition newCondition() {
        throw new UnsupportedOperationException("Curator's mutex has no conditions");
    }
}
