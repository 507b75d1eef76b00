package io.lockspi.lab.compare;

import io.lockspi.lab.ui.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A comparison as a table for a terminal of 100 columns. */
public final class CompareText {
    private static final double MILLIS = 1000;
    private static final List<String> HEADING = List.of(
            "topology", "fault", "runs", "V1", "V2", "overlap", "stale", "refused", "told", "lock-out", "unknown");

    private CompareText() {}

    /**
     * The table, with a legend.
     *
     * @param comparison what was found
     * @return lines
     */
    public static List<String> of(Comparison comparison) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEADING);
        List<String> notRun = new ArrayList<>();
        for (Experiment experiment : comparison.experiments()) {
            if (experiment.isMeasured()) {
                rows.add(row(experiment));
            } else {
                notRun.add("Not run: " + experiment.topology().word() + ", "
                        + experiment.fault().word() + ". " + experiment.notRun());
            }
        }
        List<String> lines = new ArrayList<>(Table.align(rows));
        lines.addAll(List.of(
                "",
                "V1: two valid holders at once. V2: two at once, one past its deadline. overlap: the longest of both.",
                "stale: writes accepted after a newer token; refused: those that the resource turned away.",
                "told: from the fault until the holder knew. lock-out: how long nobody could lock. Medians of the runs.",
                "-: there is no such figure, because the holder was told of no loss, or was killed.",
                ""));
        lines.addAll(notRun);
        return lines;
    }

    private static List<String> row(Experiment experiment) {
        return List.of(
                experiment.topology().word(),
                experiment.fault().word(),
                Integer.toString(experiment.runs()),
                Long.toString(experiment.v1()),
                Long.toString(experiment.v2()),
                experiment.doubleHolds() == 0 ? "-" : time(experiment.longestOverlapMs()),
                Long.toString(experiment.staleWritesAccepted()),
                Long.toString(experiment.staleWritesRefused()),
                time(experiment.holderToldMs()),
                time(experiment.lockoutMs()),
                Long.toString(experiment.unknown()));
    }

    private static String time(@Nullable Double millis) {
        if (millis == null) {
            return "-";
        }
        return millis < MILLIS
                ? String.format(Locale.ROOT, "%.0f ms", millis)
                : String.format(Locale.ROOT, "%.1f s", millis / MILLIS);
    }
}
