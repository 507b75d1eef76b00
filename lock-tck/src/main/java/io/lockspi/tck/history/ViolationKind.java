package io.lockspi.tck.history;

/** What can be wrong with a history. */
public enum ViolationKind {
    /** V1: two owners held the lock at once, and the deadlines of both were ahead. */
    TWO_VALID_HOLDERS("two holders at once, both valid (V1)", true),
    /** V2: two owners held the lock at once, but the deadline of one had passed. Leases cannot prevent it; tokens must. */
    ZOMBIE_HOLDER("two holders at once, one past its deadline (V2)", false),
    /** A section has no token where tokens are required. */
    TOKEN_MISSING("no fencing token", true),
    /** Two sections have the same token. */
    TOKEN_REPEATED("the same fencing token twice", true),
    /** An acquire that began after another one had returned has a lower token. */
    TOKEN_BEHIND_EARLIER_ACQUIRE("a lower token than an acquire that had returned before", true),
    /** A section that began to hold after another one has a lower token. */
    TOKEN_BEHIND_EARLIER_HOLDER("a lower token than an earlier holder", true),
    /** A nested acquire has another token than the outer one. */
    TOKEN_CHANGED_ON_REENTRY("another token on re-entry", true),
    /** The tokens of one claim overlap with those of another, are too many, or the claim is in two processes. */
    BATCHES_MIXED("the token blocks of two claims overlap", true),
    /** Witness: the guarded register took a write with a lower token than it had seen. */
    STALE_WRITE_ACCEPTED("the guarded resource took a stale write", true),
    /** Witness: a guarded write overwrote what its writer had not read, though the token was not refused. */
    GUARDED_UPDATE_LOST("an update of the guarded resource was lost", true),
    /** Witness: the guarded register refused a client before its deadline, so somebody else had a higher token already. */
    REFUSED_WHILE_VALID("the guarded resource refused a valid holder", true),
    /** Nobody held the lock for longer than allowed, though somebody waited. */
    IDLE_TOO_LONG("the lock lay idle though somebody waited", true),
    /** One acquire waited for longer than allowed. */
    WAITED_TOO_LONG("an acquire waited too long", true);

    private final String text;
    private final boolean failure;

    ViolationKind(String text, boolean failure) {
        this.text = text;
        this.failure = failure;
    }

    /** What it is, for people. */
    public String text() {
        return text;
    }

    /** Whether it makes the history a bad one. */
    public boolean isFailure() {
        return failure;
    }
}
