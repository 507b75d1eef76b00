package io.lockspi.redlock;

/**
 * What one service has seen since it was opened, by {@code service.unwrap(RedlockStatistics.class)}. Thread-safe; the
 * numbers rise while they are read.
 */
public interface RedlockStatistics {

    /** How many acquisitions were granted. */
    long grants();

    /** How many of them needed one parallel round trip only, because the nodes' counters agreed. */
    long oneRoundTripGrants();

    /** How many times votes were split so that nobody could win, as this service saw it. */
    long splitVotes();

    /** How many times a claim was brought back on a node that had missed or forgotten it. */
    long repairs();

    /** How many counters were copied to a node that had restarted. */
    long counterCopies();
}
