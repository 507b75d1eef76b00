package io.lockspi.internal;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Guesses what was meant by a misspelt name. */
final class Suggestion {
    private Suggestion() {}

    /**
     * The question for the end of a message.
     *
     * @param given what was written
     * @param known what could have been meant
     * @return {@code " (did you mean 'x'?)"}, or an empty text if nothing is near
     */
    static String didYouMean(String given, Collection<String> known) {
        return nearest(given, known)
                .map(name -> " (did you mean '" + name + "'?)")
                .orElse("");
    }

    private static Optional<String> nearest(String given, Collection<String> known) {
        int tolerated = Math.max(1, Math.min(given.length(), 40) / 3);
        return known.stream()
                .filter(name -> distance(given, name) <= tolerated)
                .min(Comparator.<String>comparingInt(name -> distance(given, name))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** Levenshtein's distance, ignoring case; the lengths' difference is a cheap lower bound for long texts. */
    private static int distance(String left, String right) {
        if (Math.abs(left.length() - right.length()) > 20) {
            return Integer.MAX_VALUE;
        }
        String a = left.toLowerCase(Locale.ROOT);
        String b = right.toLowerCase(Locale.ROOT);
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
