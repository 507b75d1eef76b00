package io.lockspi.lab.bench;

import io.lockspi.lab.bench.subject.Subject;
import java.time.Duration;
import java.util.List;

/**
 * What to measure. Immutable.
 *
 * @param scenarios in this order
 * @param held then these
 * @param subjects in this order
 * @param round how long a round is
 * @param repeat how many rounds count
 * @param warmUp how long each subject runs before, in each scenario
 * @param holding how long locks are held where that is what is measured
 * @param quick whether nobody is to look at the figures
 */
public record BenchPlan(
        List<Scenario> scenarios,
        List<HeldScenario> held,
        List<Subject> subjects,
        Duration round,
        int repeat,
        Duration warmUp,
        Duration holding,
        boolean quick) {}
