package io.lockspi.tck.history;

import java.util.ArrayList;
import java.util.List;

/** A history told by hand, in order. Each event comes one millisecond after the one before. */
final class Story {
    static final long STEP = 1_000_000;

    private final List<Event> events = new ArrayList<>();
    private long now;

    long now() {
        return now;
    }

    Story wait(int steps) {
        now += steps * STEP;
        return this;
    }

    Story event(EventKind kind, int process, int thread, long operation) {
        return event(Event.of(kind, process, thread, operation, "a"));
    }

    Story event(Event event) {
        now += STEP;
        events.add(event.at(now));
        return this;
    }

    Story ask(int process, long operation) {
        return event(EventKind.INVOKE_ACQUIRE, process, 1, operation);
    }

    Story attempt(int process, long operation) {
        return event(EventKind.INVOKE_ATTEMPT, process, 1, operation);
    }

    /** Acquired without token and deadline. */
    Story get(int process, long operation) {
        return get(process, operation, 0, 0);
    }

    Story get(int process, long operation, long token) {
        return get(process, operation, token, 0);
    }

    /** Acquired with a deadline so many steps later, 0 for none. */
    Story get(int process, long operation, long token, int lease) {
        long deadline = lease == 0 ? 0 : now + STEP + lease * STEP;
        return event(Event.of(EventKind.ACQUIRED, process, 1, operation, "a")
                .token(token)
                .value(deadline));
    }

    Story renew(int process, long operation, int lease) {
        return event(Event.of(EventKind.RENEWED, process, 1, operation, "a").value(now + STEP + lease * STEP));
    }

    Story leave(int process, long operation) {
        return event(EventKind.INVOKE_RELEASE, process, 1, operation);
    }

    Story left(int process, long operation) {
        return event(EventKind.RELEASED, process, 1, operation);
    }

    /** Asks, holds for a step and releases. */
    Story section(int process, long operation, long token) {
        return ask(process, operation)
                .get(process, operation, token)
                .leave(process, operation)
                .left(process, operation);
    }

    History history() {
        return History.of("story", events);
    }

    HistoryReport check() {
        return check(CheckOptions.standard());
    }

    HistoryReport check(CheckOptions options) {
        return HistoryChecker.check(history(), options);
    }
}
