package io.lockspi.lab.compare;

import io.lockspi.lab.compare.Measures.Stretch;
import io.lockspi.lab.compare.RunPicture.Gap;
import io.lockspi.lab.compare.RunPicture.Kind;
import io.lockspi.lab.compare.RunPicture.Lane;
import io.lockspi.lab.compare.RunPicture.Mark;
import io.lockspi.lab.compare.RunPicture.Span;
import io.lockspi.lab.compare.Steps.Moment;
import io.lockspi.tck.history.Event;
import io.lockspi.tck.history.EventKind;
import io.lockspi.tck.history.History;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Draws one run: who was inside when, from a little before the fault until a little after the holder went on. */
final class Pictures {
    private static final long BEFORE_NANOS = Duration.ofMillis(1_500).toNanos();
    private static final long AFTER_NANOS = Duration.ofSeconds(1).toNanos();
    private static final double NANOS_PER_MILLI = 1e6;

    private final History history;
    private final long from;
    private final long to;

    private Pictures(History history, long from, long to) {
        this.history = history;
        this.from = from;
        this.to = to;
    }

    static RunPicture of(History history, Play.Outcome run, long strike, @Nullable Stretch lockout) {
        long end = history.events().get(history.events().size() - 1).nanos();
        long observed = Objects.requireNonNull(run.steps().at(Moment.OBSERVED));
        Pictures pictures = new Pictures(history, strike - BEFORE_NANOS, Math.min(observed + AFTER_NANOS, end));
        List<Lane> lanes = new ArrayList<>();
        for (int process = 1; process <= Crew.SIZE; process++) {
            String label = "client " + process + (process == Measures.HOLDER ? " (holder)" : "");
            lanes.add(new Lane(label, pictures.spans(process)));
        }
        List<Mark> marks = run.steps().all().stream()
                .filter(step -> step.nanos() >= pictures.from)
                .map(step -> new Mark(pictures.millis(step.nanos()), step.text()))
                .toList();
        Gap gap = lockout == null
                ? null
                : new Gap(pictures.millis(lockout.from()), Math.max(0, pictures.millis(lockout.to())));
        return new RunPicture(pictures.millis(pictures.to), lanes, marks, gap);
    }

    /** Within the picture. */
    private double millis(long nanos) {
        return (Math.max(from, Math.min(to, nanos)) - from) / NANOS_PER_MILLI;
    }

    private List<Span> spans(int process) {
        Map<Long, Event> inside = new HashMap<>();
        Map<Long, Long> deadlines = deadlines(process);
        List<Span> spans = new ArrayList<>();
        for (Event event : history.events()) {
            if (event.process() == process && event.lock().equals(Measures.SEAT)) {
                if (event.kind() == EventKind.ENTERED) {
                    inside.put(event.operation(), event);
                } else if (event.kind() == EventKind.LEFT) {
                    Event entered = inside.remove(event.operation());
                    if (entered != null && event.nanos() > from && entered.nanos() < to) {
                        add(spans, entered, event.nanos(), deadlines.getOrDefault(event.operation(), to));
                    }
                }
            }
        }
        return spans;
    }

    private Map<Long, Long> deadlines(int process) {
        Map<Long, Long> deadlines = new HashMap<>();
        for (Event event : history.events()) {
            if (event.process() == process
                    && (event.kind() == EventKind.ACQUIRED || event.kind() == EventKind.RENEWED)) {
                deadlines.merge(event.operation(), event.deadline(), Math::max);
            }
        }
        return deadlines;
    }

    private void add(List<Span> spans, Event entered, long left, long deadline) {
        double deadlineMs = (deadline - from) / NANOS_PER_MILLI;
        long valid = Math.min(left, deadline);
        if (valid > entered.nanos() && valid > from) {
            spans.add(new Span(millis(entered.nanos()), millis(valid), entered.token(), deadlineMs, Kind.VALID));
        }
        if (left > deadline && deadline < to) {
            long since = Math.max(entered.nanos(), deadline);
            spans.add(new Span(millis(since), millis(left), entered.token(), deadlineMs, Kind.PAST_DEADLINE));
        }
    }
}
