package io.lockspi;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * One held lock that belongs to whoever has this object, not to a thread. Thread-safe.
 *
 * <p>A handle is renewed, unless it was acquired with a lease, until it is closed or lost. One that becomes unreachable
 * without being closed is renewed no longer, and that is logged.
 */
public interface LockHandle extends AutoCloseable {

    /**
     * The lock's name.
     *
     * @return as given to {@link LockService#acquire}
     */
    String name();

    /**
     * The fencing token of this acquisition: this handle's own, also after the loss, so that a guarded resource can
     * refuse it.
     *
     * @return at least 1
     * @throws UnsupportedOperationException if the back end has no tokens
     */
    long fencingToken();

    /**
     * Whether the lease is certainly not over. Local, without I/O.
     *
     * @return false as soon as the lease may be over, and after {@link #close}
     */
    boolean isHeld();

    /**
     * How long the claim is certainly valid. Local, without I/O.
     *
     * @return zero if it is not held
     */
    Duration remainingLease();

    /**
     * The claim, as proof for what the back end itself guards.
     *
     * @return this handle's claim, also after the loss
     */
    HeldClaim claim();

    /**
     * Registers a listener for the loss of this claim; called at once, on its own thread, if it is lost already.
     *
     * @param listener told once
     * @return removes the listener when closed
     */
    Registration onLost(Consumer<LossEvent> listener);

    /**
     * Releases the lock and waits for the store's confirmation. A second call does nothing. Not interruptible; keeps the
     * thread's flag.
     *
     * @throws LockLostException if the lock was lost before; the next holder is untouched
     * @throws LockUnavailableException if the store did not confirm within the option {@code requestTimeout}; the release
     *     goes on in the background
     */
    @Override
    void close();

    /**
     * As {@link #close}, without waiting.
     *
     * @return completes when the store has confirmed, or exceptionally with what {@code close} would throw
     */
    CompletableFuture<Void> closeAsync();
}
