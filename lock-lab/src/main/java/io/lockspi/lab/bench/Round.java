package io.lockspi.lab.bench;

import io.lockspi.lab.bench.worker.RoundReport;
import java.time.Duration;
import java.util.List;

/**
 * One round of one subject. Immutable.
 *
 * @param length how long it was
 * @param jvms what each JVM did
 * @param all what they did together
 * @param requests how many requests the servers received meanwhile; 0 if they were not counted
 */
public record Round(Duration length, List<RoundReport> jvms, RoundReport all, long requests) {
    static Round of(Duration length, List<RoundReport> jvms, long requests) {
        return new Round(length, List.copyOf(jvms), RoundReport.sum(jvms), requests);
    }

    double opsPerSecond() {
        return all.finished() * 1e9 / length.toNanos();
    }

    double medianCycleNanos() {
        return all.cycles().getValueAtPercentile(50);
    }

    /** Not a number if they were not counted. */
    double requestsPerSection() {
        return requests == 0 ? Double.NaN : (double) requests / all.sections();
    }
}
