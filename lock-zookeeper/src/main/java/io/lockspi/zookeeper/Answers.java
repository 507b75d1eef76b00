package io.lockspi.zookeeper;

import io.lockspi.LockBackendException;
import io.lockspi.LockException;
import io.lockspi.LockUnavailableException;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import org.jspecify.annotations.Nullable;

/**
 * Words for what went wrong: each names the lock, the servers and what was asked. Immutable.
 *
 * @param where the servers, for messages
 */
record Answers(String where) {

    /** The answer to an attempt when there was no usable one. */
    Attempt unavailable(Claim claim, Throwable error) {
        if (RequestFailure.unwrap(error) instanceof LockBackendException known) {
            return new Attempt.Unavailable(known, Attempt.Effect.UNKNOWN_CLOSED, true, null);
        }
        RequestFailure failure = RequestFailure.of(error);
        return new Attempt.Unavailable(
                exception("acquire", claim.name(), failure), failure.effect(), failure.permanent(), null);
    }

    /** The exception for a request without a usable answer. */
    LockException exception(String asked, @Nullable String lockName, Throwable error) {
        RequestFailure failure = RequestFailure.of(error);
        String subject = lockName == null ? "" : " of lock '" + lockName + "'";
        String message = asked + subject + " on " + where + " failed: " + failure.getMessage();
        return failure.permanent()
                ? new LockBackendException(message, failure.getCause())
                : new LockUnavailableException(message, failure.getCause());
    }
}
