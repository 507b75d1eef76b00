package io.lockspi.tck.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts violations and keeps the ones with the shortest stretches of each kind. Not thread-safe. */
final class Findings {
    private static final int KEPT = 10;
    private static final Comparator<Violation> SHORTEST_FIRST = Comparator.comparingLong(Violation::length);

    private final Map<ViolationKind, Long> counts = new EnumMap<>(ViolationKind.class);
    private final Map<ViolationKind, List<Violation>> kept = new EnumMap<>(ViolationKind.class);

    void add(Violation violation) {
        counts.merge(violation.kind(), 1L, Long::sum);
        List<Violation> same = kept.computeIfAbsent(violation.kind(), kind -> new ArrayList<>());
        same.add(violation);
        if (same.size() > KEPT) {
            same.sort(SHORTEST_FIRST);
            same.remove(KEPT);
        }
    }

    Map<ViolationKind, Long> counts() {
        return Map.copyOf(counts);
    }

    /** The kept ones: failures first, of each kind the shortest first. */
    List<Violation> kept() {
        return kept.values().stream()
                .flatMap(List::stream)
                .sorted(Comparator.comparing(
                                (Violation violation) -> !violation.kind().isFailure())
                        .thenComparing(Violation::kind)
                        .thenComparing(SHORTEST_FIRST))
                .toList();
    }
}
