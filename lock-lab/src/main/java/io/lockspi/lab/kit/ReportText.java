package io.lockspi.lab.kit;

import io.lockspi.lab.ui.Table;
import io.lockspi.tck.Report;
import io.lockspi.tck.RuleResult;
import io.lockspi.tck.RuleState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A report for the terminal: how many of what, what was broken and where to look, what did not run and why. */
public final class ReportText {
    private ReportText() {}

    /** The lines, the verdict last. */
    public static List<String> of(Report report) {
        List<String> lines = new ArrayList<>();
        report.profile().forEach((key, value) -> lines.add(key + ": " + value));
        lines.add("");
        lines.addAll(Table.align(counts(report)));
        lines.add("");
        report.rules().stream()
                .filter(result -> result.state() == RuleState.FAIL || result.state() == RuleState.DEVIATION)
                .forEach(result -> broken(result, lines));
        notRun(report).forEach((reason, ids) -> {
            lines.add("NOT_RUN " + String.join(" ", ids));
            lines.add("    because " + reason);
            lines.add("");
        });
        lines.add(report.subject() + ": " + report.verdict());
        return lines;
    }

    private static List<List<String>> counts(Report report) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(row("rules about", Arrays.stream(RuleState.values()).map(RuleState::name)));
        List<String> groups = report.rules().stream()
                .map(result -> result.rule().group())
                .distinct()
                .toList();
        for (String group : groups) {
            rows.add(row(group, Arrays.stream(RuleState.values()).map(state -> count(report, group, state))));
        }
        return rows;
    }

    private static List<String> row(String first, java.util.stream.Stream<String> others) {
        return java.util.stream.Stream.concat(java.util.stream.Stream.of(first), others)
                .toList();
    }

    private static String count(Report report, String group, RuleState state) {
        return Long.toString(report.rules().stream()
                .filter(result -> result.rule().group().equals(group) && result.state() == state)
                .count());
    }

    private static void broken(RuleResult result, List<String> lines) {
        lines.add(
                result.state() + " " + result.rule().id() + " " + result.rule().level());
        lines.add("    promised: " + result.rule().statement());
        lines.add("    happened: " + reason(result));
        lines.add("    look at:  " + result.rule().lookAt());
        lines.add("");
    }

    private static Map<String, List<String>> notRun(Report report) {
        Map<String, List<String>> byReason = new LinkedHashMap<>();
        report.rules().stream()
                .filter(result -> result.state() == RuleState.NOT_RUN)
                .forEach(result -> byReason.computeIfAbsent(reason(result), reason -> new ArrayList<>())
                        .add(result.rule().id()));
        return byReason;
    }

    /** The message without the rule's id, which stands beside it already. */
    private static String reason(RuleResult result) {
        String id = result.rule().id() + ": ";
        return result.message().startsWith(id) ? result.message().substring(id.length()) : result.message();
    }
}
