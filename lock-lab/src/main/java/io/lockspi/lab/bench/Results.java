package io.lockspi.lab.bench;

import io.lockspi.lab.bench.subject.Subject;
import java.util.List;
import java.util.Optional;

/** Finds results, and compares them. */
final class Results {
    private Results() {}

    /** The result of a subject in a scenario, if it was measured. */
    static Optional<Result> find(List<Result> results, String scenario, String subject) {
        return results.stream()
                .filter(result -> result.scenario().name().equals(scenario))
                .filter(result -> result.subject().name().equals(subject))
                .filter(Result::isMeasured)
                .findFirst();
    }

    /** The median cycle over that of the floor on the same store, not a number if there is none. */
    static double overFloor(List<Result> results, Result result) {
        return results.stream()
                .filter(other -> other.scenario().equals(result.scenario()) && other.isMeasured())
                .filter(other -> other.subject().store() == result.subject().store())
                .filter(other -> other.subject().is(Subject.Trait.FLOOR))
                .findFirst()
                .map(result::medianCycleOver)
                .orElse(Double.NaN);
    }

    /** The throughput over Redisson's on one Redis, not a number if there is none. */
    static double overRLock(List<Result> results, Result result) {
        return find(results, result.scenario().name(), Subject.RLOCK)
                .filter(rlock -> rlock.subject().store() == result.subject().store())
                .map(result::throughputOver)
                .orElse(Double.NaN);
    }
}
