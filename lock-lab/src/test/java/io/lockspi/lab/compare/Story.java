package io.lockspi.lab.compare;

import io.lockspi.lab.compare.Steps.Moment;
import io.lockspi.tck.history.Event;
import io.lockspi.tck.history.EventKind;
import io.lockspi.tck.history.History;
import io.lockspi.tck.history.HistoryWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A run made up by hand; times are milliseconds. */
final class Story implements AutoCloseable {
    private static final long MILLI = 1_000_000;

    final Steps steps;
    private final List<Event> events = new ArrayList<>();
    private final HistoryWriter lab;
    private long now;

    Story(Path directory) throws IOException {
        lab = HistoryWriter.create(directory.resolve("lab.history"), "story", "lab", () -> now);
        steps = new Steps(lab);
    }

    Story step(long at, Moment moment) {
        now = at * MILLI;
        steps.mark(moment, moment.name());
        return this;
    }

    Story event(long at, EventKind kind, int process, long operation, String lock) {
        return add(at, Event.of(kind, process, 1, operation, lock));
    }

    Story add(long at, Event event) {
        events.add(event.at(at * MILLI));
        return this;
    }

    /** Asks, gets the lock until a deadline, and enters. */
    Story enters(long at, int process, long operation, long token, long deadline) {
        event(at - 1, EventKind.INVOKE_ACQUIRE, process, operation, Measures.SEAT);
        add(
                at,
                Event.of(EventKind.ACQUIRED, process, 1, operation, Measures.SEAT)
                        .token(token)
                        .value(deadline * MILLI));
        return add(
                at,
                Event.of(EventKind.ENTERED, process, 1, operation, Measures.SEAT)
                        .token(token)
                        .value(deadline * MILLI));
    }

    Story leaves(long at, int process, long operation) {
        event(at, EventKind.LEFT, process, operation, Measures.SEAT);
        return event(at, EventKind.INVOKE_RELEASE, process, operation, Measures.SEAT);
    }

    /** The probe gets its lock, and gives it back at once. */
    Story probe(long at, long operation) {
        event(at, EventKind.INVOKE_ACQUIRE, 3, operation, "probe");
        add(
                at,
                Event.of(EventKind.ACQUIRED, 3, 2, operation, "probe")
                        .token(operation)
                        .value((at + 100) * MILLI));
        return add(at, Event.of(EventKind.INVOKE_RELEASE, 3, 2, operation, "probe"));
    }

    RunFigures measure(Fault fault) {
        return Measures.of(fault, new Play.Outcome(History.of("story", events), steps, true));
    }

    @Override
    public void close() {
        lab.close();
    }
}
