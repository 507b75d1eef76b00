package io.lockspi.spi;

import io.lockspi.LockException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The outcome of one {@link LockServiceSpi#tryAcquire}. */
public sealed interface Attempt {

    /**
     * The claim owns the lock.
     *
     * @param grant the tokens and the validity
     */
    record Granted(Grant grant) implements Attempt {}

    /**
     * The store answered, and the lock belongs to somebody else.
     *
     * @param retryAfter when another attempt makes sense if no event comes first, or {@code null} if unknown; the
     *     engine polls at least once a second whatever this says
     */
    record Held(@Nullable Duration retryAfter) implements Attempt {}

    /**
     * There is no answer that says who owns the lock.
     *
     * @param cause what went wrong; names the lock, the back end and the remedy
     * @param effect whether the request may have been applied, or may still be
     * @param permanent true when waiting cannot heal it (wrong password, no permission, wrong type of key): the engine
     *     throws {@code cause} at once instead of trying again
     * @param retryAfter when to try again, or {@code null} to leave it to the engine
     */
    record Unavailable(
            LockException cause,
            Effect effect,
            boolean permanent,
            @Nullable Duration retryAfter) implements Attempt {}

    /** Whether a request without a usable answer may have changed the store. */
    enum Effect {
        /** The store certainly did not apply the request and never will. */
        NONE,
        /** Nobody can tell, but the request can no longer arrive: its connection is closed. */
        UNKNOWN_CLOSED,
        /** Nobody can tell, and the request may still be on its way. */
        UNKNOWN_OPEN
    }
}
