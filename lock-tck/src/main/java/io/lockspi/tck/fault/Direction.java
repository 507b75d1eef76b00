package io.lockspi.tck.fault;

/** The way a message travels through a {@link FaultProxy}. */
public enum Direction {
    /** From the client to the server. */
    REQUESTS,

    /** From the server to the client; also what the server sends unasked. */
    REPLIES
}
