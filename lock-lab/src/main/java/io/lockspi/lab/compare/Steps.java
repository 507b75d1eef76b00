package io.lockspi.lab.compare;

import io.lockspi.tck.history.Event;
import io.lockspi.tck.history.EventKind;
import io.lockspi.tck.history.HistoryWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The steps of one run's fault, each with its time, also written into the run's history. For one thread. */
final class Steps {
    /** The moments that figures are counted from. */
    enum Moment {
        /** The fault begins. */
        STRIKE,
        /** A majority of the servers is down. */
        MAJORITY_LOST,
        /** Servers begin to come back. */
        RETURNING,
        /** The lab has seen enough, and the holder goes on. */
        OBSERVED
    }

    /** One step, on the machine's monotonic clock. */
    record Step(long nanos, String text) {}

    private final HistoryWriter history;
    private final List<Step> steps = new ArrayList<>();
    private final Map<Moment, Long> moments = new ConcurrentHashMap<>();

    Steps(HistoryWriter history) {
        this.history = history;
    }

    /** Notes a step at the present time. */
    void mark(String text) {
        steps.add(new Step(history.record(Event.fault(EventKind.FAULT, 0, text)), text));
    }

    /** Notes a step that figures are counted from. */
    void mark(Moment moment, String text) {
        mark(text);
        moments.put(moment, steps.get(steps.size() - 1).nanos());
    }

    /** Notes something done to a client's process. */
    void mark(EventKind kind, int process, String text) {
        history.record(Event.fault(kind, process, text));
    }

    List<Step> all() {
        return List.copyOf(steps);
    }

    /** When it was, null if it never was. */
    @Nullable
    Long at(Moment moment) {
        return moments.get(moment);
    }
}
