package io.lockspi.tck.history;

/** A section whose end has not been read yet. Not thread-safe. */
final class OpenSection {
    final Event acquired;
    private final long invoked;
    private long lastSeen;
    private long deadline;
    private long token;
    private int holds = 1;

    OpenSection(Event acquired, long invoked) {
        this.acquired = acquired;
        this.invoked = invoked;
        this.lastSeen = acquired.nanos();
        this.deadline = acquired.deadline();
        this.token = acquired.token();
    }

    long token() {
        return token;
    }

    /** A nested acquire returned. */
    void nest(Event nested) {
        holds++;
        seen(nested);
    }

    /** One hold is about to be released; true if it is the last. */
    boolean leave() {
        holds--;
        return holds == 0;
    }

    void alive(long at) {
        lastSeen = Math.max(lastSeen, at);
    }

    void seen(Event event) {
        alive(event.nanos());
        if (event.value() != 0) {
            deadline = deadline == Event.NO_DEADLINE ? event.value() : Math.max(deadline, event.value());
        }
        token = token == 0 ? event.token() : token;
    }

    Section end(long at) {
        return new Section(
                acquired.lock(),
                acquired.process(),
                acquired.thread(),
                acquired.operation(),
                invoked,
                acquired.nanos(),
                at,
                deadline,
                token,
                acquired.claim());
    }

    /** For one that never ended: it counted on the lock when it was last seen, and nobody knows about later. */
    Section endUnseen() {
        return end(lastSeen);
    }

    /** For one whose process was killed: it is certain to have counted on the lock until then, or until it was last seen. */
    Section endKilled(long killing) {
        return end(Math.max(lastSeen, killing));
    }
}
