package io.lockspi.tck.workload;

import io.lockspi.tck.history.History;
import io.lockspi.tck.history.HistoryReport;
import io.lockspi.tck.history.WitnessReport;
import java.nio.file.Path;
import java.util.List;

/**
 * What a workload was worth. Immutable.
 *
 * @param seed with which it ran
 * @param directory where history, seed and verdict are if it did not pass; removed if it did
 * @param problems why nothing can be decided, such as a process that ended too early; empty if there is no such reason
 * @param history all that was recorded
 * @param report what the checker says of it
 * @param witnessed what the witness saw
 */
public record WorkloadResult(
        long seed,
        Path directory,
        List<String> problems,
        History history,
        HistoryReport report,
        WitnessReport witnessed) {

    /** Whether checker and witness found nothing wrong, and nothing kept them from deciding. */
    public boolean passed() {
        return problems.isEmpty() && report.passed() && witnessed.passed();
    }

    /** The whole verdict for people, with the shortest offending stretch and where the evidence is. */
    public String text() {
        StringBuilder text = new StringBuilder();
        text.append("Workload with seed ").append(seed).append(passed() ? " passed.\n" : " failed.\n");
        problems.forEach(problem -> text.append("Problem: ").append(problem).append('\n'));
        text.append(report.text(history)).append('\n').append(witnessed.text(history));
        if (!passed()) {
            text.append("\nHistory, seed and verdict are in ").append(directory).append('\n');
        }
        return text.toString();
    }

    /**
     * Demands that it passed.
     *
     * @return this
     * @throws AssertionError with the whole verdict if it did not
     */
    public WorkloadResult requirePassed() {
        if (!passed()) {
            throw new AssertionError(text());
        }
        return this;
    }
}
