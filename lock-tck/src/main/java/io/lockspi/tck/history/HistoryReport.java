package io.lockspi.tck.history;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the checker found. Immutable.
 *
 * @param counts how many violations there are of each kind that occurred
 * @param violations those with the shortest stretches, at most ten of each kind; failures first, the shortest first
 * @param figures what the history amounts to
 */
public record HistoryReport(Map<ViolationKind, Long> counts, List<Violation> violations, Figures figures) {

    /** Whether nothing is wrong; zombies past their deadline (V2) are not wrong. */
    public boolean passed() {
        return counts.keySet().stream().noneMatch(ViolationKind::isFailure);
    }

    /** How many violations there are of a kind. */
    public long count(ViolationKind kind) {
        return counts.getOrDefault(kind, 0L);
    }

    /** The failure that is shown first: the gravest kind, its shortest stretch. */
    public Optional<Violation> first() {
        return violations.stream()
                .filter(violation -> violation.kind().isFailure())
                .findFirst();
    }

    /**
     * All of it for people: what is wrong, how often, the shortest stretch as a timeline, and the figures.
     *
     * @param history the one that was checked
     */
    public String text(History history) {
        StringBuilder text = new StringBuilder(passed() ? "The history is good.\n" : "The history is bad.\n");
        history.remarks().forEach(remark -> text.append("Note: ").append(remark).append('\n'));
        counts.forEach((kind, count) ->
                text.append(count).append(" x ").append(kind.text()).append('\n'));
        violations.stream()
                .findFirst()
                .ifPresent(violation -> text.append('\n').append(Timeline.of(history, violation)));
        return text.append('\n').append(figures.text()).toString();
    }
}
