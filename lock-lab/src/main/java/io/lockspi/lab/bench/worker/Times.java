package io.lockspi.lab.bench.worker;

import java.util.List;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Where threads note how long waits and cycles took. A few threads have their own histograms, which cost nothing to share;
 * very many use the same, which would otherwise take more room than the locks. Thread-safe.
 *
 * @param waits for {@code lock()}
 * @param cycles for {@code lock()}, section and {@code unlock()}
 * @param shared whether all threads use them
 */
record Times(Histogram waits, Histogram cycles, boolean shared) {
    private static final int MANY = 2_000;

    static Times of(int threads) {
        return threads < MANY
                ? new Times(RoundReport.newHistogram(), RoundReport.newHistogram(), false)
                : new Times(newShared(), newShared(), true);
    }

    private static Histogram newShared() {
        Histogram shared = new ConcurrentHistogram(RoundReport.DIGITS);
        shared.setAutoResize(true);
        return shared;
    }

    /** For one thread. */
    Times ofOne() {
        return shared ? this : new Times(RoundReport.newHistogram(), RoundReport.newHistogram(), false);
    }

    /** All threads together. */
    RoundReport sum(List<RoundReport> reports) {
        return shared ? RoundReport.sum(reports, List.of(waits), List.of(cycles)) : RoundReport.sum(reports);
    }
}
