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
 */
public record Round(Duration length, List<RoundReport> jvms, RoundReport all) {
    static Round of(Duration length, List<RoundReport> jvms) {
        return new Round(length, List.copyOf(jvms), RoundReport.sum(jvms));
    }

    double opsPerSecond() {
        return all.finished() * 1e9 / length.toNanos();
    }

    double medianCycleNanos() {
        return all.cycles().getValueAtPercentile(50);
    }
}
