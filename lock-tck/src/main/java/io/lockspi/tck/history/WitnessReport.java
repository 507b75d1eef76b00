package io.lockspi.tck.history;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the witness saw. Immutable.
 *
 * @param counts how many violations there are of each kind that occurred
 * @param violations those with the shortest stretches, at most ten of each kind; failures first, the shortest first
 * @param sections how many sections were entered
 * @param longestOverlapNanos the longest time of two clients inside at once
 * @param writesAccepted writes that the guarded register took
 * @param writesRefused tokens that it refused
 * @param rawWrites writes of the unguarded register
 * @param rawUpdatesLost how many of those overwrote what their writer had not read
 */
public record WitnessReport(
        Map<ViolationKind, Long> counts,
        List<Violation> violations,
        long sections,
        long longestOverlapNanos,
        long writesAccepted,
        long writesRefused,
        long rawWrites,
        long rawUpdatesLost) {

    /** Whether nothing is wrong; zombies past their deadline (V2), and what they do to the unguarded register, are not. */
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
     * All of it for people.
     *
     * @param history the one that was checked
     */
    public String text(History history) {
        StringBuilder text =
                new StringBuilder(passed() ? "The witness saw nothing wrong.\n" : "The witness objects.\n");
        counts.forEach((kind, count) ->
                text.append(count).append(" x ").append(kind.text()).append('\n'));
        violations.stream()
                .findFirst()
                .ifPresent(violation -> text.append('\n')
                        .append(Timeline.of(history, violation))
                        .append('\n'));
        return text.append(String.format(
                        java.util.Locale.ROOT,
                        "entered    %d sections%nguarded    %d writes, %d refused%nunguarded  %d writes, %d updates lost%n",
                        sections,
                        writesAccepted,
                        writesRefused,
                        rawWrites,
                        rawUpdatesLost))
                .toString();
    }
}
