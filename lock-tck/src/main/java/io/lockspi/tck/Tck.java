package io.lockspi.tck;

import io.lockspi.tck.report.JsonReport;
import io.lockspi.tck.report.Reports;
import io.lockspi.tck.rules.Rule;
import io.lockspi.tck.rules.RuleBook;
import io.lockspi.tck.run.Run;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;

/** Runs the kit without JUnit. */
public final class Tck {
    private Tck() {}

    /**
     * Runs all rules on a subject and closes it. Writes the report if the options name a directory.
     *
     * @param subject what to judge
     * @param options how to run
     * @param listener follows the run
     * @return the outcome; it has a result for every rule, also if the subject cannot be used at all
     * @throws InterruptedException if the thread is interrupted; the run goes on
     * @throws IllegalStateException if the run itself failed, such as by a report that cannot be written
     */
    public static Report run(Subject subject, TckOptions options, TckListener listener) throws InterruptedException {
        try {
            return Run.start(subject, options, listener).report().get();
        } catch (ExecutionException failure) {
            throw new IllegalStateException(
                    "the run on " + subject.name() + " failed: " + failure.getCause(), failure.getCause());
        }
    }

    /**
     * All rules of the kit.
     *
     * @return in the order of the specification; immutable
     */
    public static List<RuleInfo> rules() {
        return RuleBook.rules().stream().map(Rule::info).toList();
    }

    /**
     * A report as one JSON object.
     *
     * @param report the report
     */
    public static String json(Report report) {
        return JsonReport.of(report);
    }

    /**
     * A report as one HTML page that needs nothing else.
     *
     * @param report the report
     */
    public static String html(Report report) {
        return Reports.html(report);
    }

    /**
     * A report as Markdown.
     *
     * @param report the report
     */
    public static String markdown(Report report) {
        return Reports.markdown(report);
    }

    /**
     * Writes a report as JSON, Markdown and HTML, in files named after the subject.
     *
     * @param report the report
     * @param directory where to; made if it is not there
     */
    public static void write(Report report, Path directory) {
        Reports.write(report, directory);
    }
}
