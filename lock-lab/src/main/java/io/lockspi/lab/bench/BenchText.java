package io.lockspi.lab.bench;

import io.lockspi.lab.bench.subject.Subject;
import io.lockspi.lab.ui.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/** The report for people: a table for each scenario as soon as it was measured, then the rest. */
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
     * One scenario.
     *
     * @param results of all subjects in it
     * @return its table, and what else was seen
     */
    static List<String> scenario(List<Result> results) {
        List<String> lines = new ArrayList<>();
        results.stream().map(Result::scenario).distinct().forEach(scenario -> {
            lines.add("");
            lines.add(scenario.name() + ": " + scenario.description());
        });
        lines.addAll(table(results));
        lines.addAll(waitsByJvm(results));
        lines.addAll(traffic(results));
        lines.addAll(requests(results));
        lines.add("");
        return lines;
    }

    /**
     * What is to be said after all scenarios.
     *
     * @param report what was measured
     * @return the surroundings, then the bars
     */
    public static List<String> closing(BenchReport report) {
        List<String> lines = new ArrayList<>();
        report.surroundings().forEach((name, value) -> lines.add(name + ": " + value));
        report.results().stream().map(Result::subject).distinct().forEach(subject -> lines.add(settings(subject)));
        lines.add("");
        report.measured().notRun().forEach((name, reason) -> lines.add("NOT RUN " + name + ": " + reason));
        lines.addAll(report.failuresOfPeers());
        lines.addAll(bars(report.bars()));
        return lines;
    }

    private static String settings(Subject subject) {
        return "subject " + subject.name() + ": " + subject.settings();
    }

    private static List<String> table(List<Result> results) {
        List<List<String>> rows = new ArrayList<>(List.of(HEADER));
        results.stream().filter(Result::isMeasured).forEach(result -> rows.add(row(results, result)));
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

    private static List<String> waitsByJvm(List<Result> results) {
        List<String> lines = new ArrayList<>();
        for (Result result : results) {
            Scenario scenario = result.scenario();
            if (!scenario.isUneven() || !result.isMeasured()) {
                continue;
            }
            for (int jvm = 0; jvm < scenario.jvms().size(); jvm++) {
                Histogram waits = result.waitOfJvm(jvm);
                lines.add(String.format(
                        Locale.ROOT,
                        "%s: the JVM with %d threads waited %.1f ms (p50), %.1f ms (p99), %.1f ms at most",
                        result.subject().name(),
                        scenario.jvms().get(jvm).threads(),
                        Millis.of(waits.getValueAtPercentile(50)),
                        Millis.of(waits.getValueAtPercentile(99)),
                        Millis.of(waits.getMaxValue())));
            }
        }
        return lines;
    }

    private static List<String> traffic(List<Result> results) {
        List<String> lines = new ArrayList<>();
        for (Result result : results) {
            Traffic traffic = result.traffic();
            if (traffic != null) {
                lines.add(String.format(
                        Locale.ROOT,
                        "%s: %.2f commands by clients, %.2f polls beside them, and %.2f clients told for each of %d"
                                + " hand-overs between clients",
                        result.subject().name(),
                        traffic.commandsPerHandOver(),
                        traffic.pollsPerHandOver(),
                        traffic.toldPerHandOver(),
                        traffic.handOvers()));
            }
        }
        return lines;
    }

    private static List<String> requests(List<Result> results) {
        return results.stream()
                .filter(result -> Double.isFinite(result.requestsPerSection()))
                .map(result -> String.format(
                        Locale.ROOT,
                        "%s: the servers received %.2f requests for each section",
                        result.subject().name(),
                        result.requestsPerSection()))
                .toList();
    }

    private static String verdict(Bar bar) {
        return bar.isMet() ? "met" : bar.isMeasured() ? "NOT met" : "not measured";
    }

    private static List<String> bars(List<Bar> bars) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("bar", "measured", "wanted", "verdict"));
        for (Bar bar : bars) {
            rows.add(List.of(
                    bar.name(),
                    number("%.2f", bar.value()),
                    (bar.isUpperLimit() ? "<= " : ">= ") + number("%.2f", bar.bar()),
                    verdict(bar)));
        }
        return Table.align(rows);
    }

    private static String number(String format, double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, format, value) : NOTHING;
    }
}
