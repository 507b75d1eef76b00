package io.lockspi.lab.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * All that a run has to say. Immutable.
 *
 * @param surroundings what it was measured with, in the order in which to show it
 * @param measured what was measured
 * @param bars what the benchmark is to show, measured or not
 */
public record BenchReport(Map<String, String> surroundings, BenchResults measured, List<Bar> bars) {

    /**
     * The report.
     *
     * @param surroundings what it was measured with
     * @param measured what was measured
     * @return with the bars that these results reach
     */
    public static BenchReport of(Map<String, String> surroundings, BenchResults measured) {
        return new BenchReport(surroundings, measured, Bars.of(measured.competed(), measured.held()));
    }

    List<Result> results() {
        return measured.competed();
    }

    /**
     * What is not as it must be: two sections at a time, tokens that did not rise, a subject that failed.
     *
     * @return sentences without a full stop; empty if the figures can be trusted
     */
    public List<String> complaints() {
        List<String> complaints = new ArrayList<>();
        for (Result result : results()) {
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
        measured.held().stream()
                .filter(result -> result.failure() != null)
                .map(result ->
                        result.subject().name() + " in " + result.scenario().title() + " failed: " + result.failure())
                .forEach(complaints::add);
        return complaints;
    }
}
