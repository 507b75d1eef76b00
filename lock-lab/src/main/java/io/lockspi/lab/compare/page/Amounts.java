package io.lockspi.lab.compare.page;

import java.util.Locale;

/** Figures as words. No line breaks between a number and its unit. */
final class Amounts {
    private static final double SECOND = 1000;

    private Amounts() {}

    /** A time in a unit in which it is short. */
    static String time(double millis) {
        if (millis > 0 && millis < 1) {
            return "less than 1\u00a0ms";
        }
        return millis < SECOND
                ? String.format(Locale.ROOT, "%.0f\u00a0ms", millis)
                : String.format(Locale.ROOT, "%.1f\u00a0s", millis / SECOND);
    }

    /** A moment of a timeline. */
    static String moment(double millis) {
        return String.format(Locale.ROOT, "%.2f\u00a0s", millis / SECOND);
    }

    /** So many of something whose plural ends in "s". */
    static String count(long number, String what) {
        return String.format(Locale.ROOT, "%,d %s", number, number == 1 ? what : what + "s");
    }

    /** A bare number. */
    static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
