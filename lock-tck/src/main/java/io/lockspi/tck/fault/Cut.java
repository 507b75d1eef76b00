package io.lockspi.tck.fault;

/** How a connection ends when a {@link FaultProxy} cuts it. */
public enum Cut {
    /** An orderly end: the peer reads end-of-file. */
    FIN,

    /** A reset: the peer's next read or write fails. */
    RST
}
