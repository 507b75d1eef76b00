package io.lockspi;

/**
 * A claim ended before its owner released it. Signalled once for each claim. Immutable.
 *
 * @param lockName the lock's name
 * @param fencingToken the token of the section that lost the lock, 0 if the back end has none
 * @param cause why
 */
public record LossEvent(String lockName, long fencingToken, Cause cause) {

    /** Why a claim ended. */
    public enum Cause {
        /** The lease ran out: it was not renewable, or no renewal was confirmed in time, or the process was paused. */
        EXPIRED,
        /** The store said that the claim is not the owner any more. */
        REVOKED,
        /** The service was closed. */
        CLOSED,
        /** The thread that held the lock ended without unlocking, so it was not renewed any more. */
        OWNER_TERMINATED,
        /** The handle became unreachable without being closed, so it was not renewed any more. */
        HANDLE_UNREACHABLE
    }
}
