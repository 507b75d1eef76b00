package io.lockspi.tck.history;

/**
 * One thing that happened in a run. Immutable.
 *
 * @param nanos when, on the machine's monotonic clock
 * @param process who, or in an event of the fault schedule: to whom
 * @param thread the owner within the process; a handle that is not bound to a thread counts as a thread of its own
 * @param operation which acquire of the process this is about; renewals, losses and the release carry their acquire's
 * @param kind what happened
 * @param lock the lock's name, empty if it is about none
 * @param token the fencing token, 0 if there is none
 * @param claim identifies the claim in the store, which may serve several sections one after the other; 0 if unknown
 * @param value in nanoseconds of the same clock the deadline of {@link EventKind#ACQUIRED}, {@link EventKind#RENEWED} and
 *     {@link EventKind#ENTERED}, 0 if there is none; the register's value in the witness' other events
 * @param note for people
 */
public record Event(
        long nanos,
        int process,
        int thread,
        long operation,
        EventKind kind,
        String lock,
        long token,
        long claim,
        long value,
        String note) {

    /** The deadline of a lock that tells none. */
    public static final long NO_DEADLINE = Long.MAX_VALUE;

    /** An event of a client's thread about a lock, without token, claim, value and note; the writer sets the time. */
    public static Event of(EventKind kind, int process, int thread, long operation, String lock) {
        return new Event(0, process, thread, operation, kind, lock, 0, 0, 0, "");
    }

    /** An event of the fault schedule; the writer sets the time. */
    public static Event fault(EventKind kind, int process, String note) {
        return new Event(0, process, 0, 0, kind, "", 0, 0, 0, note);
    }

    /** The same at another time. */
    public Event at(long when) {
        return new Event(when, process, thread, operation, kind, lock, token, claim, value, note);
    }

    /** The same with a token. */
    public Event token(long newToken) {
        return new Event(nanos, process, thread, operation, kind, lock, newToken, claim, value, note);
    }

    /** The same with a claim. */
    public Event claim(long newClaim) {
        return new Event(nanos, process, thread, operation, kind, lock, token, newClaim, value, note);
    }

    /** The same with a deadline or value. */
    public Event value(long newValue) {
        return new Event(nanos, process, thread, operation, kind, lock, token, claim, newValue, note);
    }

    /** The same with a note. */
    public Event note(String newNote) {
        return new Event(nanos, process, thread, operation, kind, lock, token, claim, value, newNote);
    }

    /** The deadline, {@link #NO_DEADLINE} if there is none. */
    public long deadline() {
        return value == 0 ? NO_DEADLINE : value;
    }

    /** Who, in short: {@code p1/t3}. */
    public String who() {
        return "p" + process + "/t" + thread;
    }
}
