package io.lockspi.tck.history;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Draws a stretch of a history: one column an owner, one line an event, a bar where an owner counts on the lock. */
public final class Timeline {
    private static final int MOST_LINES = 60;
    private static final int MOST_OWNERS = 12;

    private final Violation violation;
    private final List<Event> events;
    private final long from;
    private final Map<String, Integer> columns = new LinkedHashMap<>();
    private final int[] depth;

    private Timeline(Violation violation, List<Event> events) {
        this.violation = violation;
        this.events = events;
        this.from = events.isEmpty() ? violation.from() : events.get(0).nanos();
        violation.sections().forEach(section -> column(section.who()));
        events.stream().filter(event -> !event.lock().isEmpty()).forEach(event -> column(event.who()));
        this.depth = new int[columns.size()];
    }

    private void column(String who) {
        if (columns.size() < MOST_OWNERS) {
            columns.putIfAbsent(who, columns.size());
        }
    }

    /**
     * The offending stretch of a history.
     *
     * @param history where it was found
     * @param violation what was found
     * @return several lines
     */
    public static String of(History history, Violation violation) {
        return new Timeline(violation, around(history.events(), violation)).draw();
    }

    /** The events of the lock, of the offending operations and of the fault schedule in the stretch, and the next after it. */
    private static List<Event> around(List<Event> all, Violation violation) {
        List<Event> events = new ArrayList<>();
        for (Event event : all) {
            boolean offender = violation.sections().stream()
                    .anyMatch(section -> section.process() == event.process()
                            && section.operation() == event.operation()
                            && section.lock().equals(event.lock()));
            boolean inside = event.nanos() >= violation.from() && event.nanos() <= violation.to();
            boolean related =
                    event.lock().equals(violation.lock()) || event.lock().isEmpty();
            if (offender || (inside && related)) {
                events.add(event);
            }
        }
        return events;
    }

    private String draw() {
        StringBuilder text = new StringBuilder();
        text.append("Lock '").append(violation.lock()).append("': ");
        text.append(violation.kind().text()).append(".\n");
        text.append(violation.message()).append(".\n\n");
        text.append(String.format(Locale.ROOT, "%12s  ", "ms"));
        columns.keySet().forEach(who -> text.append(String.format(Locale.ROOT, "%-8s", who)));
        text.append('\n');
        int skippedFrom = events.size() > MOST_LINES ? MOST_LINES / 2 : events.size();
        int skippedTo = Math.max(skippedFrom, events.size() - MOST_LINES / 2);
        for (int i = 0; i < events.size(); i++) {
            String line = line(events.get(i));
            if (i < skippedFrom || i >= skippedTo) {
                text.append(line);
            } else if (i == skippedFrom) {
                text.append(String.format(Locale.ROOT, "%12s  %d events left out%n", "...", skippedTo - skippedFrom));
            }
        }
        return text.toString();
    }

    private String line(Event event) {
        Integer column = event.lock().isEmpty() ? null : columns.get(event.who());
        StringBuilder text = new StringBuilder();
        text.append(String.format(Locale.ROOT, "%12.3f  ", (event.nanos() - from) / 1e6));
        for (int i = 0; i < depth.length; i++) {
            boolean mine = column != null && column == i;
            text.append(String.format(Locale.ROOT, "%-8s", mine ? step(event, i) : depth[i] > 0 ? "|" : "."));
        }
        return text.append(describe(event)).append('\n').toString();
    }

    private String step(Event event, int column) {
        switch (event.kind()) {
            case ACQUIRED, ENTERED -> {
                depth[column]++;
                return "[";
            }
            case INVOKE_RELEASE, LOST, LEFT -> {
                boolean held = depth[column] > 0;
                depth[column] = event.kind() == EventKind.LOST ? 0 : Math.max(0, depth[column] - 1);
                return held ? "]" : "*";
            }
            default -> {
                return depth[column] > 0 ? "|" : "*";
            }
        }
    }

    private String describe(Event event) {
        StringBuilder text = new StringBuilder();
        text.append(event.lock().isEmpty() ? "p" + event.process() : event.who());
        text.append(' ').append(event.kind().text());
        if (event.operation() != 0) {
            text.append(" #").append(event.operation());
        }
        if (event.token() != 0) {
            text.append(", token ").append(event.token());
        }
        if (event.value() != 0) {
            boolean deadline =
                    switch (event.kind()) {
                        case ACQUIRED, RENEWED, ENTERED -> true;
                        default -> false;
                    };
            text.append(
                    deadline
                            ? String.format(Locale.ROOT, ", deadline at %.3f", (event.value() - from) / 1e6)
                            : ", value " + event.value());
        }
        return event.note().isEmpty()
                ? text.toString()
                : text.append(" (").append(event.note()).append(')').toString();
    }
}
