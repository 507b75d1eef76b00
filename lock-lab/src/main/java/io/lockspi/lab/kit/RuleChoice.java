package io.lockspi.lab.kit;

import io.lockspi.lab.ui.BadInputException;
import io.lockspi.tck.RuleInfo;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Which rules to run: ids, or beginnings of ids that end in a star. */
public final class RuleChoice {
    private RuleChoice() {}

    /**
     * Finds the rules.
     *
     * @param patterns such as {@code L12} or {@code F*}; empty for all
     * @param rules all that there are
     * @return ids; empty for all
     * @throws BadInputException if a pattern fits no rule
     */
    public static Set<String> of(List<String> patterns, List<RuleInfo> rules) {
        Set<String> chosen = new TreeSet<>();
        for (String pattern : patterns) {
            List<String> found = rules.stream()
                    .map(RuleInfo::id)
                    .filter(id -> fits(id, pattern.strip()))
                    .toList();
            if (found.isEmpty()) {
                throw new BadInputException("There is no rule '" + pattern.strip()
                        + "'; docs/lock-spec.md lists them, and F* means all that begin with F.");
            }
            chosen.addAll(found);
        }
        return chosen;
    }

    private static boolean fits(String id, String pattern) {
        return pattern.endsWith("*")
                ? id.startsWith(pattern.substring(0, pattern.length() - 1))
                : id.equalsIgnoreCase(pattern);
    }
}
