package io.lockspi.tck.workload;

import io.lockspi.tck.history.History;
import io.lockspi.tck.history.HistoryChecker;
import io.lockspi.tck.history.HistoryJson;
import io.lockspi.tck.history.HistoryReport;
import io.lockspi.tck.history.WitnessChecker;
import io.lockspi.tck.history.WitnessReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Decides what a run of a workload was worth, and keeps the evidence if it was not good. */
final class Verdicts {
    private Verdicts() {}

    static WorkloadResult decide(Workload workload, Path directory, List<String> fromTheRun) throws IOException {
        History history = History.read(directory);
        HistoryReport report = HistoryChecker.check(history, workload.checks);
        WitnessReport witnessed = WitnessChecker.check(history);
        List<String> problems = new ArrayList<>(fromTheRun);
        if (report.figures().sections() == 0) {
            problems.add("no lock was ever acquired, so nothing was decided");
        } else if (witnessed.sections() == 0) {
            problems.add("nobody ever entered the witness, so nothing was decided");
        }
        WorkloadResult result =
                new WorkloadResult(workload.seed, directory, List.copyOf(problems), history, report, witnessed);
        if (result.passed()) {
            remove(directory);
        } else {
            HistoryJson.write(history, directory.resolve("history.jsonl"));
            Files.writeString(directory.resolve("run.properties"), workload.describe());
            Files.writeString(directory.resolve("verdict.txt"), result.text());
        }
        return result;
    }

    private static void remove(Path directory) throws IOException {
        List<Path> all;
        try (Stream<Path> found = Files.walk(directory)) {
            all = found.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            Files.delete(each);
        }
    }
}
