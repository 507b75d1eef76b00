package io.lockspi.tck.history;

import java.util.Locale;

/** Nanoseconds as people read them. */
final class Nanos {
    private Nanos() {}

    static String millis(long nanos) {
        return String.format(Locale.ROOT, "%.3f ms", nanos / 1e6);
    }
}
