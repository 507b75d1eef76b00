package io.lockspi.tck.report;

import io.lockspi.tck.Report;
import io.lockspi.tck.RuleResult;
import io.lockspi.tck.RuleState;
import java.util.Locale;

/** The form for issues and wikis. */
final class MarkdownReport {
    private MarkdownReport() {}

    static String of(Report report) {
        StringBuilder text = new StringBuilder();
        text.append("# ")
                .append(report.subject())
                .append(": ")
                .append(report.verdict())
                .append("\n\n");
        text.append(counts(report)).append("\n\n");
        report.profile()
                .forEach((key, value) ->
                        text.append("- ").append(key).append(": ").append(value).append('\n'));
        text.append(
                "\n| rule | level | state | seconds | promise | message |\n| --- | --- | --- | --- | --- | --- |\n");
        report.rules().forEach(result -> text.append(row(result)));
        return text.toString();
    }

    static String counts(Report report) {
        StringBuilder text = new StringBuilder();
        for (RuleState state : RuleState.values()) {
            text.append(text.isEmpty() ? "" : ", ")
                    .append(report.count(state))
                    .append(' ')
                    .append(state);
        }
        return text.toString();
    }

    private static String row(RuleResult result) {
        return String.format(
                Locale.ROOT,
                "| %s | %s | %s | %.3f | %s | %s |%n",
                result.rule().id(),
                result.rule().level(),
                result.state(),
                result.seconds(),
                cell(result.rule().statement()),
                cell(result.message()));
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("\n", " ");
    }
}
