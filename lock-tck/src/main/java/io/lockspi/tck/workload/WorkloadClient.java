package io.lockspi.tck.workload;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.locks.Lock;
import java.util.function.LongConsumer;

/**
 * The locks under test, as one process sees them. Thread-safe.
 *
 * <p>Only {@link #lock} and {@link #close} are needed; the other methods stand for what {@link Lock} has no word for.
 */
public interface WorkloadClient extends AutoCloseable {

    /** A lock by its name. */
    Lock lock(String name);

    /** Whether {@link #tryLock} works. */
    default boolean hasLeases() {
        return false;
    }

    /**
     * Acquires a lock for a limited time.
     *
     * @param lock from {@link #lock}
     * @param wait the longest wait
     * @param lease after this the claim is over
     * @return whether it was acquired
     * @throws InterruptedException if the thread is interrupted; it holds nothing then
     */
    default boolean tryLock(Lock lock, Duration wait, Duration lease) throws InterruptedException {
        throw new UnsupportedOperationException("no leases");
    }

    /** The fencing token of the current thread's section, 0 if there are no tokens. */
    default long token(Lock lock) {
        return 0;
    }

    /** Identifies the current thread's claim in the store, 0 if unknown. */
    default long claim(Lock lock) {
        return 0;
    }

    /**
     * How long the current thread's claim is certainly valid, in nanoseconds.
     *
     * @return 0 if the lock is not held any more; empty if the lock does not tell
     */
    default OptionalLong remaining(Lock lock) {
        return OptionalLong.empty();
    }

    /**
     * Registers who is told when this client loses a lock. Called once for each name.
     *
     * @param lock from {@link #lock}
     * @param listener told the token of the section that lost it
     */
    default void onLost(Lock lock, LongConsumer listener) {}

    /** Ends the client in good order. */
    @Override
    void close();
}
