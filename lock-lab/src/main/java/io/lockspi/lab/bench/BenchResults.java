package io.lockspi.lab.bench;

import java.util.List;
import java.util.Map;

/**
 * What was measured. Immutable.
 *
 * @param competed scenario by scenario
 * @param held scenario by scenario, of those that only hold locks
 * @param notRun scenarios that could not be measured here, and why
 */
public record BenchResults(List<Result> competed, List<HeldResult> held, Map<String, String> notRun) {
    /** Copies. */
    public BenchResults {
        competed = List.copyOf(competed);
        held = List.copyOf(held);
        notRun = Map.copyOf(notRun);
    }
}
