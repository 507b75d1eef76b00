package io.lockspi.tck.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the sections in a history: pairs acquires with releases, and counts nested ones. Not thread-safe. */
final class SectionReader {
    private record OperationKey(int process, long operation) {}

    private record OwnerKey(int process, int thread, String lock) {}

    private final Map<OperationKey, Event> invoked = new HashMap<>();
    private final Map<OperationKey, OpenSection> held = new HashMap<>();
    private final Map<OwnerKey, OpenSection> owners = new HashMap<>();
    private final Map<String, List<Section>> sections = new HashMap<>();
    /** The section that an owner lost last. */
    private final Map<OwnerKey, Section> lost = new HashMap<>();

    private final Findings findings;
    private final Counts counts;

    private SectionReader(Findings findings, Counts counts) {
        this.findings = findings;
        this.counts = counts;
    }

    /**
     * Reads a history.
     *
     * @return per lock its sections by start
     * @throws HistoryFormatException if an answer has no question
     */
    static Map<String, List<Section>> read(History history, Findings findings, Counts counts) {
        SectionReader reader = new SectionReader(findings, counts);
        history.events().forEach(reader::accept);
        reader.owners.values().forEach(open -> reader.add(open.endUnseen()));
        reader.sections.values().forEach(list -> list.sort(Comparator.comparingLong(Section::start)));
        return reader.sections;
    }

    private void accept(Event event) {
        switch (event.kind()) {
            case INVOKE_ACQUIRE, INVOKE_ATTEMPT -> {
                counts.invoked++;
                invoked.put(key(event), event);
            }
            case ACQUIRED -> acquired(event);
            case NOT_ACQUIRED -> {
                counts.notAcquired++;
                question(event);
            }
            case ACQUIRE_UNKNOWN -> {
                counts.acquireUnknown++;
                question(event);
            }
            case RENEWED -> {
                OpenSection open = held.get(key(event));
                if (open != null) {
                    open.seen(event);
                }
            }
            case LOST -> lost(event);
            case INVOKE_RELEASE -> releasing(event);
            case RELEASED, HANDED_OVER -> counts.released++;
            case RELEASE_FAILED -> counts.releaseFailed++;
            case RELEASE_UNKNOWN -> counts.releaseUnknown++;
            default -> {
                // Neither an operation nor its answer.
            }
        }
    }

    private static OperationKey key(Event event) {
        return new OperationKey(event.process(), event.operation());
    }

    private static OwnerKey owner(Event event) {
        return new OwnerKey(event.process(), event.thread(), event.lock());
    }

    private Event question(Event answer) {
        Event question = invoked.remove(key(answer));
        if (question == null) {
            throw new HistoryFormatException(
                    answer.who() + " has '" + answer.kind().text() + "' for operation " + answer.operation()
                            + ", which it never invoked: the history is incomplete or not merged by time");
        }
        return question;
    }

    private void acquired(Event event) {
        counts.acquired++;
        Event question = question(event);
        OpenSection outer = owners.get(owner(event));
        if (outer == null && isNestedInLost(question, event)) {
            return;
        }
        if (outer == null) {
            OpenSection open = new OpenSection(event, question.nanos());
            owners.put(owner(event), open);
            held.put(key(event), open);
            return;
        }
        if (event.token() != 0 && outer.token() != 0 && event.token() != outer.token()) {
            findings.add(new Violation(
                    ViolationKind.TOKEN_CHANGED_ON_REENTRY,
                    event.lock(),
                    event.who() + " had token " + outer.token() + " and got " + event.token() + " when it locked again",
                    outer.acquired.nanos(),
                    event.nanos(),
                    List.of(outer.endUnseen())));
        }
        outer.nest(event);
        held.put(key(event), outer);
    }

    /** Whether an owner that held the lock when it locked again, and lost it before that was answered, got no more than that. */
    private boolean isNestedInLost(Event question, Event answer) {
        Section last = lost.get(owner(answer));
        return last != null && answer.token() != 0 && answer.token() == last.token() && question.nanos() < last.end();
    }

    /** All holds of the owner are gone at once; the unlocks that follow find nothing. */
    private void lost(Event event) {
        OpenSection open = held.get(key(event));
        if (open != null && owners.remove(owner(open.acquired), open)) {
            counts.lost++;
            lost.put(owner(open.acquired), open.end(event.nanos()));
            held.values().removeIf(other -> other == open);
            add(open.end(event.nanos()));
        }
    }

    private void releasing(Event event) {
        @Nullable OpenSection open = held.remove(key(event));
        if (open != null && open.leave()) {
            owners.remove(owner(open.acquired), open);
            add(open.end(event.nanos()));
        }
    }

    private void add(Section section) {
        sections.computeIfAbsent(section.lock(), lock -> new ArrayList<>()).add(section);
    }
}
