package io.lockspi.tck;

import io.lockspi.LeaderElection;
import io.lockspi.LockService;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Lock;

/**
 * One user of the store, as another process would be: it shares nothing with other clients except the store. Thread-safe.
 *
 * <p>Only {@link #lock(String)} and {@link #close()} are needed. The other methods stand for what {@link Lock} has no word
 * for; a subject that has not declared the capability leaves them as they are.
 */
public interface LockClient extends AutoCloseable {

    /**
     * A lock by name.
     *
     * @param name the lock's name
     * @return the lock; two calls with one name may return different objects of the same lock
     */
    Lock lock(String name);

    /**
     * Acquires a lock for a limited time, without renewal. Capability {@link io.lockspi.spi.LockCapability#LEASE}.
     *
     * @param lock from {@link #lock(String)}
     * @param lease after this the claim is over
     */
    default void lock(Lock lock, Duration lease) {
        throw new UnsupportedOperationException("no leases");
    }

    /**
     * As {@link #lock(Lock, Duration)}, with a limit to the wait.
     *
     * @param lock from {@link #lock(String)}
     * @param wait the longest wait
     * @param lease after this the claim is over
     * @return whether it was acquired
     * @throws InterruptedException if the thread is interrupted
     */
    default boolean tryLock(Lock lock, Duration wait, Duration lease) throws InterruptedException {
        throw new UnsupportedOperationException("no leases");
    }

    /**
     * Whether the current thread holds a lock, answered without I/O. Needed with the capability
     * {@link io.lockspi.spi.LockCapability#LEASE}; others implement it if they can say.
     *
     * @param lock from {@link #lock(String)}
     */
    default boolean isHeld(Lock lock) {
        throw new UnsupportedOperationException("no leases");
    }

    /**
     * How long the current thread's claim is certainly valid, answered without I/O. Capability
     * {@link io.lockspi.spi.LockCapability#LEASE}.
     *
     * @param lock from {@link #lock(String)}
     * @return zero if it is not held
     */
    default Duration remainingLease(Lock lock) {
        throw new UnsupportedOperationException("no leases");
    }

    /**
     * The token of the current thread's section. Capability {@link io.lockspi.spi.LockCapability#FENCING_TOKENS}.
     *
     * @param lock from {@link #lock(String)}
     * @return at least 1
     */
    default long fencingToken(Lock lock) {
        throw new UnsupportedOperationException("no fencing tokens");
    }

    /**
     * Registers who is told when this client loses a lock. Capability
     * {@link io.lockspi.spi.LockCapability#LOSS_NOTIFICATION}.
     *
     * @param lock from {@link #lock(String)}
     * @param listener told once for each claim that is lost
     */
    default void onLost(Lock lock, Runnable listener) {
        throw new UnsupportedOperationException("no loss notification");
    }

    /**
     * A new candidate of an election. Only if {@link Subject#hasElections()}.
     *
     * @param name the election's name
     * @return it takes part after {@link LeaderElection#join}
     */
    default LeaderElection election(String name) {
        throw new UnsupportedOperationException("no elections");
    }

    /**
     * The service behind this client, for the rules about {@link LockService}.
     *
     * @return empty for foreign locks
     */
    default Optional<LockService> service() {
        return Optional.empty();
    }

    /** Ends the client in good order: what it holds is released. Idempotent, bounded by a few seconds. */
    @Override
    void close();
}
