package io.lockspi.lab.bench;

import io.lockspi.lab.bench.subject.Subject;
import java.time.Duration;
import java.util.List;

/**
 * What to measure. Immutable.
 *
 * @param scenarios in this order
 * @param subjects in this order
 * @param round how long a round is
 * @param repeat how many rounds count
 * @param warmUp how long each subject runs before, in each scenario
 */
public record BenchPlan(
        List<Scenario> scenarios, List<Subject> subjects, Duration round, int repeat, Duration warmUp) {}
