package io.lockspi.lab.elect;

import io.lockspi.lab.ui.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Who led when: one line for each candidate, and the figures below. */
public final class Timeline {
    private static final int WIDTH = 72;

    private Timeline() {}

    /**
     * The lines for one run.
     *
     * @param result with at least one term
     * @return for a terminal
     */
    public static List<String> of(ElectionResult result) {
        List<Reign> reigns = result.reigns();
        long begin = reigns.get(0).firstNanos();
        long end = reigns.stream().mapToLong(Reign::lastNanos).max().orElse(begin);
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "%s: %d terms of %d candidates in %.1f s",
                result.backend(),
                reigns.size(),
                result.plan().candidates(),
                (end - begin) / 1e9));
        for (int candidate = 1; candidate <= result.plan().candidates(); candidate++) {
            lines.add("  " + candidate + " |" + strip(reigns, candidate, begin, Math.max(1, end - begin)) + "|");
        }
        return lines;
    }

    private static String strip(List<Reign> reigns, int candidate, long begin, long length) {
        char[] strip = new char[WIDTH];
        Arrays.fill(strip, '.');
        for (Reign reign : reigns) {
            if (reign.candidate() == candidate) {
                Arrays.fill(
                        strip,
                        column(reign.firstNanos() - begin, length),
                        column(reign.lastNanos() - begin, length) + 1,
                        '#');
            }
        }
        return new String(strip);
    }

    private static int column(long time, long length) {
        return (int) Math.max(0, Math.min(WIDTH - 1, time * WIDTH / length));
    }

    /**
     * The figures of all runs as an aligned table.
     *
     * @param results in the order of the runs
     * @return its lines
     */
    public static List<String> table(List<ElectionResult> results) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of(
                "run",
                "terms",
                "overlaps",
                "kept over renewals",
                "leaderless ms",
                "resign ms",
                "longest",
                "close ms",
                "stop ms",
                "kill ms"));
        results.forEach(result -> rows.add(row(result)));
        return Table.align(rows);
    }

    private static List<String> row(ElectionResult result) {
        HandOvers times = result.handOvers();
        return List.of(
                result.backend(),
                String.valueOf(result.reigns().size()),
                String.valueOf(result.overlaps()),
                String.valueOf(result.kept()),
                millis(result.leaderless()),
                millis(times.median()),
                millis(times.longest()),
                millis(times.close()),
                millis(times.pause()),
                millis(times.kill()));
    }

    private static String millis(Duration time) {
        return String.format(Locale.ROOT, "%.1f", time.toNanos() / 1e6);
    }
}
