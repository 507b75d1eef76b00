package io.lockspi.lab.compare.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How often two clients were inside at once.
 *
 * @param overlaps of the same two clients in the same order, either all before both deadlines or none; at least one, by time
 */
record Meeting(List<Overlap> overlaps) {

    /** What makes overlaps alike. */
    private record Pair(String first, String second, boolean bothValid) {}

    /** All of them, by the first time. */
    static List<Meeting> of(List<Overlap> overlaps) {
        Map<Pair, List<Overlap>> pairs = new LinkedHashMap<>();
        for (Overlap overlap : overlaps) {
            Pair pair = new Pair(overlap.first(), overlap.second(), overlap.bothValid());
            pairs.computeIfAbsent(pair, none -> new ArrayList<>()).add(overlap);
        }
        return pairs.values().stream().map(Meeting::new).toList();
    }

    /** It as a sentence. */
    String text() {
        Overlap one = overlaps.get(0);
        return one.first() + " was inside, and " + one.second() + " came: " + when()
                + (one.bothValid() ? "; both before their deadlines." : "; one of them past its deadline.");
    }

    private String when() {
        double from = overlaps.get(0).fromMs();
        if (overlaps.size() == 1) {
            return "both from " + Amounts.moment(from) + " to "
                    + Amounts.moment(overlaps.get(0).toMs());
        }
        double to = overlaps.stream().mapToDouble(Overlap::toMs).max().orElse(from);
        double longest = overlaps.stream()
                .mapToDouble(overlap -> overlap.toMs() - overlap.fromMs())
                .max()
                .orElse(0);
        return Amounts.count(overlaps.size(), "time") + " between " + Amounts.moment(from) + " and "
                + Amounts.moment(to) + ", for " + Amounts.time(longest) + " at most";
    }
}
