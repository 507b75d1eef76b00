package io.lockspi.lab.tickets;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Results as an aligned table: the first column to the left, the numbers to the right. */
public final class ResultTable {
    private static final List<String> HEADER = List.of(
            "run",
            "sellers",
            "tickets",
            "sold",
            "oversold",
            "duplicates",
            "tokens back",
            "stale refused",
            "sales/s",
            "seconds");

    private ResultTable() {}

    /**
     * The table.
     *
     * @param results in the order of the runs
     * @return its lines
     */
    public static List<String> of(List<RunResult> results) {
        List<List<String>> rows = new ArrayList<>(List.of(HEADER));
        results.forEach(result -> rows.add(row(result)));
        int[] widths = new int[HEADER.size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        return rows.stream().map(row -> align(row, widths)).toList();
    }

    private static List<String> row(RunResult result) {
        return List.of(
                result.backend(),
                String.valueOf(result.plan().processes()),
                String.valueOf(result.plan().tickets()),
                String.valueOf(result.tally().sold()),
                String.valueOf(result.tally().oversold()),
                String.valueOf(result.tally().duplicates()),
                String.valueOf(result.tally().tokenRegressions()),
                String.valueOf(result.staleWritesRefused()),
                String.format(Locale.ROOT, "%.0f", result.salesPerSecond()),
                String.format(Locale.ROOT, "%.2f", result.seconds()));
    }

    private static String align(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder(pad(row.get(0), -widths[0]));
        for (int i = 1; i < widths.length; i++) {
            line.append("  ").append(pad(row.get(i), widths[i]));
        }
        return line.toString();
    }

    /** Pads on the left, or on the right if the width is negative. */
    private static String pad(String text, int width) {
        return String.format(Locale.ROOT, "%" + width + "s", text);
    }
}
