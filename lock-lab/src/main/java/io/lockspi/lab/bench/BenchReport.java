package io.lockspi.lab.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
     * What is not as it must be: two sections at a time, tokens that did not rise, a failure of ours.
     *
     * @return sentences without a full stop; empty if the figures can be trusted
     */
    public List<String> complaints() {
        List<String> complaints = new ArrayList<>();
        for (Result result : results()) {
            String who = result.subject().name() + " in " + result.scenario().name();
            if (result.failure() != null && !result.subject().peer()) {
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
                .filter(result -> !result.subject().peer())
                .flatMap(result -> failure(result).stream())
                .forEach(complaints::add);
        return complaints;
    }

    /**
     * Others that could not do what was asked of them. That is a result, and no fault of the measurement.
     *
     * @return sentences without a full stop
     */
    List<String> failuresOfPeers() {
        List<String> failures = new ArrayList<>();
        for (Result result : results()) {
            if (result.failure() != null && result.subject().peer()) {
                failures.add(
                        result.subject().name() + " in " + result.scenario().name() + " failed: " + result.failure());
            }
        }
        measured.held().stream()
                .filter(result -> result.subject().peer())
                .flatMap(result -> failure(result).stream())
                .forEach(failures::add);
        return failures;
    }

    private static Optional<String> failure(HeldResult result) {
        return Optional.ofNullable(result.failure())
                .map(reason ->
                        result.subject().name() + " in " + result.scenario().title() + " failed: " + reason);
    }
}
