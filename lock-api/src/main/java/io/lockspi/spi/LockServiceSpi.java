package io.lockspi.spi;

import io.lockspi.LockInfo;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The primitive operations of one back end, each a single asynchronous exchange with the store.
 *
 * <p>An implementation has no waiting, retries, reentrancy, renewal or ownership of its own: the engine does all that,
 * once for every back end. Methods are called from several threads at once, must not block, and answer by completing the
 * returned stage on any thread. A stage that completes exceptionally counts as {@link Attempt.Effect#UNKNOWN_OPEN}, so a
 * back end reports what it knows as values instead. The engine stops waiting after its own time-out; a stage may
 * complete later (the engine then knows that the request was answered after all) or never.
 */
public interface LockServiceSpi extends AutoCloseable {

    /**
     * Asks the store for the lock, once. Asked again with the same claim, the store repeats its answer: a claim that owns
     * the lock already is granted again with the same tokens and a full lease.
     *
     * @param claim what to acquire
     * @param wait true if the caller goes on waiting when the lock is held, so the store may note it as a waiter (until
     *     {@link #release}, or until the note's own short expiry); false must leave nothing behind unless granted
     * @return a stage with the outcome
     */
    CompletionStage<Attempt> tryAcquire(Claim claim, boolean wait);

    /**
     * Prolongs claims. Never creates a claim that the store does not know, and never shortens one.
     *
     * @param renewals at least one
     * @return a stage with one result for each renewal, in the same order
     */
    CompletionStage<List<Renewal.Result>> renew(List<Renewal> renewals);

    /**
     * Ends a claim: frees the lock if the claim owns it, drops its note as a waiter otherwise, and never touches another
     * claim. Idempotent.
     *
     * @param release what to end
     * @return a stage with true if the claim owned the lock until now, false if the store did not know it as the owner;
     *     completes exceptionally with a {@link io.lockspi.LockException} if there was no usable answer
     */
    CompletionStage<Boolean> release(Release release);

    /**
     * Names the receiver of events. Called once, before any other method.
     *
     * @param events the engine's end
     */
    void onEvents(SpiEvents events);

    /**
     * Asks the store whether it can serve requests now.
     *
     * @return a stage that completes normally if so, and exceptionally with a {@link io.lockspi.LockException} that says
     *     why not
     */
    CompletionStage<Void> check();

    /**
     * Says who holds a lock, for people who look for the reason of a wait.
     *
     * @param name the lock's name
     * @return a stage with the holder, empty if the lock is free; by default a stage that completes exceptionally with
     *     {@link UnsupportedOperationException}
     */
    default CompletionStage<Optional<LockInfo>> inspect(String name) {
        return CompletableFuture.failedFuture(
                new UnsupportedOperationException("this back end cannot inspect lock '" + name + "'"));
    }

    /**
     * Counts who waits for a lock, whether it is held or free. With it, a candidate that has resigned from an election stands
     * again at once when nobody else does; a store that keeps a queue of its own need not tell.
     *
     * @param name the lock's name
     * @return a stage with the number of claims that are known to wait; by default empty, which means that the store does not
     *     know
     */
    default CompletionStage<OptionalInt> waiters(String name) {
        return CompletableFuture.completedFuture(OptionalInt.empty());
    }

    /**
     * Gives access to what only this back end offers, such as a guarded write in the lock's own store.
     *
     * @param <T> the wanted type
     * @param type the wanted type
     * @return the extension, or empty if there is none of this type
     */
    default <T> Optional<T> unwrap(Class<T> type) {
        return type.isInstance(this) ? Optional.of(type.cast(this)) : Optional.empty();
    }

    /** Closes connections and ends threads. Idempotent, lasts at most a second, throws nothing. */
    @Override
    void close();
}
