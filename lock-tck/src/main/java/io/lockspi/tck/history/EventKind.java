package io.lockspi.tck.history;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What an {@link Event} says. The codes are part of the file format. */
public enum EventKind {
    /** A thread is about to ask for the lock and will wait for it. */
    INVOKE_ACQUIRE(1),
    /** A thread is about to make a single attempt, which may overtake waiters and may fail for no reason. */
    INVOKE_ATTEMPT(2),
    /** The acquire returned: the lock is held, with a token and a deadline where the lock has them. */
    ACQUIRED(3),
    /** The acquire certainly did not take the lock. */
    NOT_ACQUIRED(4),
    /** The acquire may or may not have taken the lock, and its caller does not believe that it holds it. */
    ACQUIRE_UNKNOWN(5),
    /** The holder looked and still held the lock; the deadline is the one that it has now. */
    RENEWED(6),
    /** The holder was told that it has lost the lock. */
    LOST(7),
    /** The holder is about to release; from here on it does not count on the lock any more. */
    INVOKE_RELEASE(8),
    /** The release was confirmed. */
    RELEASED(9),
    /** The release was refused, because the lock had been lost. */
    RELEASE_FAILED(10),
    /** Nobody knows whether the release took place. */
    RELEASE_UNKNOWN(11),
    /** The release passed the lock to a waiter of the same process. */
    HANDED_OVER(12),
    /** Something was done to the run; the note says what. */
    FAULT(13),
    /** The process was killed; the note may say why. */
    KILLED(14),
    /** The process was stopped. */
    PAUSED(15),
    /** The process goes on. */
    RESUMED(16),
    /** Witness: a client said that it is inside of its section. */
    ENTERED(17),
    /** Witness: a client said that its section is over, or has gone. */
    LEFT(18),
    /** Witness: the guarded register took note of a token; the value is the register's. */
    RAISED(19),
    /** Witness: the guarded register took a write; the value is the new one. */
    WRITE_ACCEPTED(20),
    /** Witness: the guarded register refused a token lower than the highest that it has seen; the value is that one. */
    WRITE_REFUSED(21),
    /** Witness: somebody wrote the unguarded register; the value is the new one. */
    RAW_WRITE(22),
    /** The process is about to be killed: nobody can tell whether it lives on until {@link #KILLED}. */
    KILLING(23);

    private static final Map<Integer, EventKind> BY_CODE =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(EventKind::code, kind -> kind));

    private final int code;

    EventKind(int code) {
        this.code = code;
    }

    /** What stands for it in a file. */
    int code() {
        return code;
    }

    static EventKind of(int code) {
        EventKind kind = BY_CODE.get(code);
        if (kind == null) {
            throw new HistoryFormatException("of another version: it has an event " + code);
        }
        return kind;
    }

    /** How it reads in a timeline and in JSON. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
