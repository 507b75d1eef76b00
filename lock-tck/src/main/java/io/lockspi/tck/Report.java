package io.lockspi.tck;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The outcome of one run. Immutable.
 *
 * @param subject the subject's name
 * @param profile what the run was made with, for people: capabilities, versions, seed
 * @param rules one result for each rule of the kit, in the kit's order
 */
public record Report(String subject, Map<String, String> profile, List<RuleResult> rules) {

    /** Copies the list. */
    public Report {
        rules = List.copyOf(rules);
    }

    /** What the run says of the subject: broken MUST rules count first, then rules that did not run. */
    public Verdict verdict() {
        return verdictOf(rules);
    }

    /**
     * The verdict on some results.
     *
     * @param results one for each rule; a rule without a result must be here as {@link RuleState#NOT_RUN}
     */
    public static Verdict verdictOf(Collection<RuleResult> results) {
        boolean broken = results.stream().anyMatch(Report::breaksMust);
        boolean missing = results.isEmpty() || results.stream().anyMatch(result -> result.state() == RuleState.NOT_RUN);
        if (broken) {
            return Verdict.INCOMPATIBLE;
        }
        return missing ? Verdict.INCOMPLETE : Verdict.COMPATIBLE;
    }

    private static boolean breaksMust(RuleResult result) {
        return result.rule().level() == Level.MUST
                && (result.state() == RuleState.FAIL || result.state() == RuleState.DEVIATION);
    }

    /** How many rules are in a state. */
    public long count(RuleState state) {
        return rules.stream().filter(result -> result.state() == state).count();
    }
}
