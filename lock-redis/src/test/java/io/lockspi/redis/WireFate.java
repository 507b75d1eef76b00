package io.lockspi.redis;

/** What becomes of one request on the wire. */
enum WireFate {
    NORMAL,
    TWICE,
    /** The server has done it, and the client is cut off. */
    ANSWER_LOST,
    /** It never arrives, and the client is cut off. */
    LOST,
    /** It is held, and the client is cut off. */
    LATE;

    /** Of one claim at most one request of each kind is held. */
    static final WireFate[] NOT_HELD = {NORMAL, TWICE, ANSWER_LOST, LOST};

    boolean isAnswered() {
        return this == NORMAL || this == TWICE;
    }

    boolean arrives() {
        return isAnswered() || this == ANSWER_LOST;
    }
}
