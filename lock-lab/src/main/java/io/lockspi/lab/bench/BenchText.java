package io.lockspi.lab.bench;

import io.lockspi.lab.bench.subject.Subject;
import io.lockspi.lab.ui.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/** The report for people: a table for each scenario, then the bars. */
public final class BenchText {
    private static final List<String> HEADER = List.of(
            "subject",
            "cycles/s",
            "slowest",
            "fastest",
            "wait p50 us",
            "p99 us",
            "max ms",
            "cycle p50 us",
            "x floor",
            "x rlock",
            "shares",
            "overlaps",
            "tokens back");

    private static final String NOTHING = "-";

    private BenchText() {}

    /**
     * The report.
     *
     * @param report what was measured
     * @return its lines
     */
    public static List<String> of(BenchReport report) {
        List<String> lines = new ArrayList<>();
        report.surroundings().forEach((name, value) -> lines.add(name + ": " + value));
        report.results().stream().map(Result::subject).distinct().forEach(subject -> lines.add(settings(subject)));
        report.results().stream().map(Result::scenario).distinct().forEach(scenario -> {
            lines.add("");
            lines.add(scenario.name() + ": " + scenario.description());
            lines.addAll(table(report.results(), scenario));
            lines.addAll(traffic(report.results(), scenario));
        });
        lines.add("");
        lines.addAll(bars(report.bars()));
        return lines;
    }

    private static String settings(Subject subject) {
        return "subject " + subject.name() + ": " + subject.settings();
    }

    private static List<String> table(List<Result> results, Scenario scenario) {
        List<List<String>> rows = new ArrayList<>(List.of(HEADER));
        results.stream()
                .filter(result -> result.scenario().equals(scenario) && result.isMeasured())
                .forEach(result -> rows.add(row(results, result)));
        return Table.align(rows);
    }

    private static List<String> row(List<Result> results, Result result) {
        Histogram wait = result.waits();
        return List.of(
                result.subject().name(),
                number("%.0f", result.opsPerSecond()),
                number("%.0f", result.slowestRound()),
                number("%.0f", result.fastestRound()),
                number("%.0f", Millis.micros(wait.getValueAtPercentile(50))),
                number("%.0f", Millis.micros(wait.getValueAtPercentile(99))),
                number("%.1f", Millis.of(wait.getMaxValue())),
                number("%.0f", Millis.micros(result.cycles().getValueAtPercentile(50))),
                number("%.2f", Results.overFloor(results, result)),
                number("%.2f", Results.overRLock(results, result)),
                result.shares().stream().map(share -> number("%.2f", share)).collect(Collectors.joining("/")),
                String.valueOf(result.overlaps() + Math.abs(result.lostUpdates())),
                result.subject().hasTokens() ? String.valueOf(result.tokenRegressions()) : NOTHING);
    }

    private static List<String> traffic(List<Result> results, Scenario scenario) {
        List<String> lines = new ArrayList<>();
        for (Result result : results) {
            Traffic traffic = result.traffic();
            if (traffic != null && result.scenario().equals(scenario)) {
                lines.add(String.format(
                        Locale.ROOT,
                        "%s: %.2f commands by clients and %.2f clients told for each of %d hand-overs between clients",
                        result.subject().name(),
                        traffic.commandsPerHandOver(),
                        traffic.toldPerHandOver(),
                        traffic.handOvers()));
            }
        }
        return lines;
    }

    private static List<String> bars(List<Bar> bars) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("bar", "measured", "wanted", ""));
        for (Bar bar : bars) {
            rows.add(List.of(
                    bar.name(),
                    number("%.2f", bar.value()),
                    (bar.isUpperLimit() ? "<= " : ">= ") + number("%.2f", bar.bar()),
                    bar.isMet() ? "met" : "NOT met"));
        }
        return Table.align(rows);
    }

    private static String number(String format, double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, format, value) : NOTHING;
    }
}
