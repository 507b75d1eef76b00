package io.lockspi.internal;

import io.lockspi.LockConfigurationException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations in options: a number always carries its unit. */
final class DurationText {
    private static final Pattern NUMBER = Pattern.compile("(-?[0-9]+)([a-z]*)");
    private static final Map<String, ChronoUnit> UNITS = Map.of(
            "ns", ChronoUnit.NANOS,
            "us", ChronoUnit.MICROS,
            "ms", ChronoUnit.MILLIS,
            "s", ChronoUnit.SECONDS,
            "m", ChronoUnit.MINUTES,
            "h", ChronoUnit.HOURS);
    /** The longest duration whose nanoseconds are a long: 292 years. */
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    private static final Duration TOO_LONG = LONGEST.plusNanos(1);

    private DurationText() {}

    static Duration read(String name, String text) {
        Matcher number = NUMBER.matcher(text);
        Duration value = number.matches() ? ofNumber(name, text, number.group(1), number.group(2)) : ofIso(name, text);
        if (value.isZero() || value.isNegative()) {
            throw refused(name, text, "must be longer than zero");
        }
        if (value.compareTo(LONGEST) > 0) {
            throw refused(name, text, "is too long: 2500000h is the most");
        }
        return value;
    }

    private static Duration ofNumber(String name, String text, String digits, String unit) {
        if (digits.startsWith("-")) {
            return Duration.ZERO;
        }
        if (unit.isEmpty()) {
            throw refused(name, text, "has no unit: did you mean " + digits + "s?");
        }
        ChronoUnit known = UNITS.get(unit);
        if (known == null) {
            throw malformed(name, text);
        }
        try {
            return Duration.of(Long.parseLong(digits), known);
        } catch (NumberFormatException | ArithmeticException e) {
            return TOO_LONG;
        }
    }

    private static Duration ofIso(String name, String text) {
        try {
            return Duration.parse(text);
        } catch (DateTimeException e) {
            if (e.getCause() != null) {
                return TOO_LONG; // the syntax is right, and a number overflowed
            }
            throw malformed(name, text);
        }
    }

    private static LockConfigurationException malformed(String name, String text) {
        return refused(
                name,
                text,
                "is not a duration: write a whole number with a unit (ns, us, ms, s, m or h), such as"
                        + " 500ms or 30s, or an ISO duration such as PT30S");
    }

    private static LockConfigurationException refused(String name, String text, String why) {
        return new LockConfigurationException("option '" + name + "' is " + Quote.of(text) + ", which " + why);
    }

    /**
     * Shows a duration as it would stand in an option.
     *
     * @param value not negative
     * @return a whole number and the largest unit that shows it exactly
     */
    static String show(Duration value) {
        if (value.compareTo(LONGEST) > 0) {
            return value.toString();
        }
        long nanos = value.toNanos();
        if (nanos % 1_000 != 0) {
            return nanos + "ns";
        }
        if (nanos % 1_000_000 != 0) {
            return nanos / 1_000 + "us";
        }
        return nanos % 1_000_000_000 == 0 ? value.toSeconds() + "s" : value.toMillis() + "ms";
    }
}
