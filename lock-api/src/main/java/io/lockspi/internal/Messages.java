package io.lockspi.internal;

import java.time.Duration;

/** The sentences of the engine's errors: the lock, the back end, what was asked, the remedy. */
final class Messages {
    private static final int LONGEST_NAME = 100;

    private Messages() {}

    /** A lock's name in quotes, without control characters, shortened if it is long. */
    static String quote(String name) {
        StringBuilder text = new StringBuilder("'");
        name.codePoints().limit(LONGEST_NAME).forEach(point -> {
            if (Character.isISOControl(point)) {
                text.append(String.format("\\u%04x", point));
            } else {
                text.appendCodePoint(point);
            }
        });
        return text.append(name.codePointCount(0, name.length()) > LONGEST_NAME ? "…'" : "'")
                .toString();
    }

    static String duration(Duration duration) {
        long nanos = Nanos.of(duration);
        if (nanos >= Nanos.FOR_EVER) {
            return "for ever";
        }
        if (nanos % 1_000_000_000L == 0) {
            return nanos / 1_000_000_000L + " s";
        }
        return nanos % 1_000_000L == 0 ? nanos / 1_000_000L + " ms" : nanos / 1e6 + " ms";
    }

    static String nanos(long nanos) {
        return duration(Duration.ofNanos(nanos));
    }
}
