package io.lockspi;

/**
 * The end of one term. Immutable.
 *
 * @param election the election's name
 * @param term the number of the term that ended; 0 if the back end has no fencing tokens
 * @param reason why
 */
public record Deposition(String election, long term, Reason reason) {

    /** Why a term ended. */
    public enum Reason {
        /** {@link LeaderElection#resign} was called. */
        RESIGNED,
        /** {@link LeaderElection#leave} was called. */
        LEFT,
        /** No renewal was confirmed in time, or the process stood still. A candidate again. */
        EXPIRED,
        /** The store said that another leads, or that its record is gone. A candidate again. */
        REVOKED,
        /** The service was closed. */
        CLOSED
    }
}
