package io.lockspi.lab.ui;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Aligns columns: the first to the left, all others to the right. */
public final class Table {
    private Table() {}

    /**
     * Aligns rows.
     *
     * @param rows of equal length, the heading among them
     * @return one line for each
     */
    public static List<String> align(List<List<String>> rows) {
        int[] widths = new int[rows.get(0).size()];
        // A column may be empty, and no width of 0 can be formatted.
        Arrays.fill(widths, 1);
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        return rows.stream().map(row -> align(row, widths)).toList();
    }

    private static String align(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder(pad(row.get(0), -widths[0]));
        for (int i = 1; i < widths.length; i++) {
            line.append("  ").append(pad(row.get(i), widths[i]));
        }
        return line.toString();
    }

    /** Pads on the left, or on the right if the width is negative. */
    private static String pad(String text, int width) {
        return String.format(Locale.ROOT, "%" + width + "s", text);
    }
}
