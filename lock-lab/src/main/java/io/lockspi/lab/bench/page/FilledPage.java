package io.lockspi.lab.bench.page;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Fills the marked parts of a page, and leaves the rest as it is, so that no figure is written by hand. */
public final class FilledPage {
    private static final String END = "<!-- /bench -->";
    private static final Pattern PART =
            Pattern.compile("<!-- bench:(\\w+) -->.*?" + Pattern.quote(END), Pattern.DOTALL);

    private FilledPage() {}

    /**
     * The line before a part.
     *
     * @param part {@code run}, {@code bars}, {@code growth} or {@code figures}
     * @return the mark
     */
    public static String mark(String part) {
        return "<!-- bench:" + part + " -->";
    }

    /**
     * Whether a page has a part to fill.
     *
     * @param page its text
     * @return false if {@link #fill} would change nothing
     */
    public static boolean hasMarks(String page) {
        return PART.matcher(page).find();
    }

    /**
     * Fills a page.
     *
     * @param page its text
     * @param figures the report
     * @param plots the pictures
     * @param folder where they are, seen from the page
     * @return the new text
     */
    public static String fill(String page, Figures figures, List<Plot> plots, String folder) {
        Map<String, String> parts = Map.of(
                "run", Tables.run(figures),
                "bars", Tables.bars(figures),
                "growth", Tables.growth(figures),
                "figures", Tables.figures(figures, plots, folder));
        return PART.matcher(page).replaceAll(part -> {
            String name = part.group(1);
            String content = parts.get(name);
            if (content == null) {
                throw new IllegalArgumentException(
                        "there is no part '" + name + "' of a report, only " + parts.keySet());
            }
            return Matcher.quoteReplacement(mark(name) + "\n" + content + END);
        });
    }
}
