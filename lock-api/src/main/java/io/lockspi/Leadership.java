package io.lockspi;

import java.time.Duration;

/**
 * One term of one leader. Work that belongs to a term asks this object, not the {@link LeaderElection}: that may lead again
 * by then, in a later term. Thread-safe.
 */
public interface Leadership {

    /**
     * The election's name.
     *
     * @return as given to {@link LockService#getElection}
     */
    String election();

    /**
     * The number of this term, to be sent with each write so that the resource can refuse a leader of the past.
     *
     * @return higher than those of all terms before it; 0 if the back end has no fencing tokens
     */
    long term();

    /**
     * Whether this term certainly goes on. Local, without I/O, never waits.
     *
     * @return false for ever once another may lead
     */
    boolean isCurrent();

    /**
     * How long this term certainly goes on if no renewal is confirmed any more. Local, without I/O.
     *
     * @return zero if it is over
     */
    Duration remaining();

    /**
     * The claim behind this term, as proof for what the back end itself guards.
     *
     * @return stays what it is after the term, and the store then refuses it
     */
    HeldClaim claim();
}
