package io.lockspi.tck.history;

import java.util.List;
import java.util.Map;

/**
 * Decides from a history whether a lock kept its promises: mutual exclusion, order of the fencing tokens, progress. Takes
 * time proportional to n log n; it never searches. Without state.
 */
public final class HistoryChecker {
    private HistoryChecker() {}

    /**
     * Checks a history.
     *
     * @param history all events of a run
     * @param options what is demanded besides mutual exclusion
     * @throws HistoryFormatException if the history makes no sense, so that nothing can be decided
     */
    public static HistoryReport check(History history, CheckOptions options) {
        Findings findings = new Findings();
        Counts counts = new Counts();
        Map<String, List<Section>> sections = SectionReader.read(history, findings, counts);
        long longestOverlap = 0;
        long total = 0;
        for (List<Section> ofOneLock : sections.values()) {
            longestOverlap = Math.max(longestOverlap, ExclusionSweep.sweep(ofOneLock, findings));
            new TokenChecks(ofOneLock, findings).run(options);
            total += ofOneLock.size();
        }
        Progress progress = new Progress(options, findings);
        progress.read(history.events());
        return new HistoryReport(
                findings.counts(),
                findings.kept(),
                new Figures(
                        counts.invoked,
                        counts.acquired,
                        counts.notAcquired,
                        counts.acquireUnknown,
                        total,
                        counts.lost,
                        counts.releaseFailed,
                        counts.releaseUnknown,
                        longestOverlap,
                        progress.idleTimes(),
                        progress.waits(),
                        progress.mostBypassed(),
                        progress.fairness(),
                        length(history.events())));
    }

    private static long length(List<Event> events) {
        return events.isEmpty()
                ? 0
                : events.get(events.size() - 1).nanos() - events.get(0).nanos();
    }
}
