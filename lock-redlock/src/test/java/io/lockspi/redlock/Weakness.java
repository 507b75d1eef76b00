package io.lockspi.redlock;

/** A rule left out, to show what it is for. */
enum Weakness {
    /** The rules as they are. */
    NONE,
    /** M38: the highest counter is the token, without asking the others to vote for it. */
    NO_WRITE_BACK,
    /** M39: a node writes the token back whoever owns it. */
    UNCONDITIONAL_WRITE_BACK,
    /** A node whose counter is higher votes all the same. */
    NO_HIGHER,
    /** M53: after the quarantine the counter begins at nothing. */
    NO_COUNTER_COPY,
    /** Half of the nodes, rounded down, is enough. */
    HALF_IS_ENOUGH,
    /** A roll-back visits only the nodes that have said yes. */
    ROLL_BACK_WHERE_YES,
    /** A node that has forgotten everything grants at once. */
    NO_QUARANTINE,
    /** No weakness: nobody renews, so claims end by the clocks of the nodes. */
    NO_RENEWAL,
    /** As above, and a client relies on all of its lease, though clocks of nodes may be faster than its own. */
    NO_DRIFT_MARGIN,
    /** A release leaves the counter, and a late renewal brings the claim back. */
    RELEASE_WITHOUT_RAISE,
    /** A renewal brings a claim back whatever was granted since. */
    REPAIR_WITHOUT_FLOOR
}
