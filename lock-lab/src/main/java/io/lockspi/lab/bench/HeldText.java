package io.lockspi.lab.bench;

import io.lockspi.lab.ui.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The part of the report for people about locks that were only held. */
final class HeldText {
    private HeldText() {}

    static List<String> scenario(HeldScenario scenario, List<HeldResult> results) {
        List<String> lines = new ArrayList<>(List.of("", scenario.title() + ": " + scenario.description()));
        List<List<String>> rows = new ArrayList<>(List.of(
                scenario == HeldScenario.HEAP
                        ? List.of("subject", "bytes held", "after release", "tables", "lost")
                        : List.of("subject", "cores", "least", "most", "lost")));
        results.stream().filter(HeldResult::isMeasured).forEach(result -> rows.add(row(result)));
        lines.addAll(Table.align(rows));
        lines.add("");
        return lines;
    }

    private static List<String> row(HeldResult result) {
        List<String> figures = result.scenario() == HeldScenario.HEAP
                ? List.of(
                        number("%.0f", result.bytesPerHeldLock()),
                        number("%.0f", result.bytesPerReleasedLock()),
                        number("%.0f", result.bytesPerLockOfTables()))
                : List.of(
                        number("%.3f", result.cores()),
                        number("%.3f", result.leastCores()),
                        number("%.3f", result.mostCores()));
        List<String> row = new ArrayList<>(List.of(result.subject().name()));
        row.addAll(figures);
        row.add(String.valueOf(result.lost()));
        return row;
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
