package io.lockspi.lab.compare.worker;

/** What the lab tells a client, one word a line. */
public enum Order {
    /** Take turns, again if it rests. */
    BEGIN,
    /** Take no more turns until {@link #BEGIN}; {@code RESTING} says when the last one is over. */
    REST,
    /** Stay inside of the next section. */
    HOLD,
    /** Write, leave it, and take turns again. */
    GO,
    /** Take no more turns, close the service, and end. */
    STOP
}
