package io.lockspi.lab.compare.page;

import java.util.Locale;

/**
 * Where a moment is drawn.
 *
 * @param durationMs how long the picture is, in milliseconds
 * @param left where it begins
 * @param right where it ends
 */
record Scale(double durationMs, double left, double right) {
    private static final double SECOND = 1000;
    private static final int MOST_TICKS = 14;
    private static final double[] STEPS_MS = {
        100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 60_000, 300_000, 3_600_000
    };

    double x(double millis) {
        double inside = Math.max(0, Math.min(durationMs, millis));
        return left + (durationMs > 0 ? inside / durationMs * (right - left) : 0);
    }

    /** How long something so wide is. */
    double millisOf(double width) {
        return width * durationMs / (right - left);
    }

    /** The distance of two ticks: a round number of which there are not too many. */
    double stepMs() {
        for (double step : STEPS_MS) {
            if (durationMs / step <= MOST_TICKS) {
                return step;
            }
        }
        return durationMs / MOST_TICKS;
    }

    /** What stands below a tick. */
    String label(double millis) {
        return String.format(Locale.ROOT, stepMs() < SECOND ? "%.1f s" : "%.0f s", millis / SECOND);
    }
}
