package io.lockspi.lab.tickets;

import io.lockspi.lab.ui.Table;
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
        return Table.align(rows);
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
}
