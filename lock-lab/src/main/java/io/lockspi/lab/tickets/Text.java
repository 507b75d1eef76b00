package io.lockspi.lab.tickets;

import java.time.Duration;
import java.util.Locale;

/** Numbers for people. */
final class Text {
    private Text() {}

    /** A duration in seconds, with its unit. */
    static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1f s", duration.toNanos() / 1e9);
    }
}
