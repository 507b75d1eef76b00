package io.lockspi.tck.fault;

/** What a hook does to the message that it fires on. */
record Fate(Kind kind, long delayNanos) {

    /** The direction's mode decides. */
    static final Fate BY_MODE = new Fate(Kind.BY_MODE, 0);

    static final Fate HOLD = new Fate(Kind.HOLD, 0);
    static final Fate DROP = new Fate(Kind.DROP, 0);
    static final Fate DUPLICATE = new Fate(Kind.DUPLICATE, 0);

    enum Kind {
        BY_MODE,
        DELAY,
        HOLD,
        DROP,
        DUPLICATE
    }
}
