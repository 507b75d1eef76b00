package io.lockspi.lab.compare;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Everything that one call of {@code lab compare} found. Immutable.
 *
 * @param experiments in the order of {@link Topology} and, within it, of {@link Fault}; only those asked for
 * @param surroundings what it was measured with, in the order in which to show it: {@code started}, {@code command},
 *     {@code seed}, {@code lockspi}, {@code java}, {@code machine}, {@code redis}, {@code zookeeper} and more
 * @param quick whether only the few faults of {@code --quick} were run
 */
public record Comparison(List<Experiment> experiments, Map<String, String> surroundings, boolean quick) {

    /** Copies list and map. */
    public Comparison {
        experiments = List.copyOf(experiments);
        surroundings = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(surroundings));
    }

    /** Whether something was measured, and nothing was found that must not be. What was not run is not a fault found. */
    public boolean isMet() {
        return isMeasured()
                && experiments.stream()
                        .allMatch(experiment -> experiment.unmet().isEmpty());
    }

    /** Whether anything was measured. */
    public boolean isMeasured() {
        return experiments.stream().anyMatch(Experiment::isMeasured);
    }

    /** Whether an experiment was measured in which two valid holders at once are the point. */
    public boolean hasKnownHole() {
        return experiments.stream()
                .filter(Experiment::isMeasured)
                .anyMatch(experiment -> Expectations.isKnownHole(experiment.topology(), experiment.fault()));
    }
}
