package io.lockspi.tck;

/** What a rule needs beside the lock itself, to make something go wrong. */
public enum Means {
    /** {@link Subject#eviction()}: takes a claim away inside the store. */
    EVICTION,
    /** {@link Subject#network()}: disturbs the path between one client and the store. */
    NETWORK,
    /** {@link Subject#nodes()}: stops and starts the store's servers. */
    NODES,
    /** {@link Subject#elsewhere()}: opens the subject in another JVM, which the kit starts. */
    PROCESSES,
    /** A system with POSIX signals, for pausing a process. */
    SIGNALS
}
