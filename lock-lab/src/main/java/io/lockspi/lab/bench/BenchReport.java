package io.lockspi.lab.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * All that a run has to say. Immutable.
 *
 * @param surroundings what it was measured with, in the order in which to show it
 * @param results scenario by scenario
 * @param bars what the run was to show
 */
public record BenchReport(Map<String, String> surroundings, List<Result> results, List<Bar> bars) {

    /**
     * The report.
     *
     * @param surroundings what it was measured with
     * @param results scenario by scenario
     * @return with the bars that these results reach
     */
    public static BenchReport of(Map<String, String> surroundings, List<Result> results) {
        return new BenchReport(surroundings, List.copyOf(results), Bars.of(results));
    }

    /**
     * What is not as it must be: two sections at a time, tokens that did not rise, a subject that failed.
     *
     * @return sentences without a full stop; empty if the figures can be trusted
     */
    public List<String> complaints() {
        List<String> complaints = new ArrayList<>();
        for (Result result : results) {
            String who = result.subject().name() + " in " + result.scenario().name();
            if (result.failure() != null) {
                complaints.add(who + " failed: " + result.failure());
            }
            if (result.overlaps() > 0 || result.lostUpdates() != 0) {
                complaints.add(who + " let sections run at a time: " + result.overlaps() + " met another one, "
                        + result.lostUpdates() + " updates were lost");
            }
            if (result.tokenRegressions() > 0) {
                complaints.add(who + " gave " + result.tokenRegressions() + " sections a token that was not higher");
            }
        }
        return complaints;
    }
}
