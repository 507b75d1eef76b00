package io.lockspi.lab.bench.page;

import com.fasterxml.jackson.databind.JsonNode;
import io.lockspi.lab.bench.subject.Subject;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How cost grows with one thing: scenarios that differ in little else, by size. Immutable.
 *
 * @param of what grows, for people
 * @param steps the scenarios, by size
 * @param subjects whose cost is of interest
 */
record Growth(String of, List<Step> steps, Set<String> subjects) {
    private static final Set<String> OURS_AND_RLOCK = Set.of(Subject.OURS, Subject.RLOCK);
    private static final Set<String> OURS_AND_FLOORS = Set.of(
            Subject.OURS,
            Subject.FLOOR,
            Subject.OUR_REDLOCK,
            "floor-redlock",
            Subject.OUR_ZOOKEEPER,
            "floor-zookeeper");

    static final List<Growth> ALL = List.of(
            new Growth(
                    "threads that want one lock",
                    List.of(
                            new Step("1", "uncontended"),
                            new Step("8 in one JVM", "one-jvm"),
                            new Step("100 over 20 clients", "fewer-waiters"),
                            new Step("1,000 over 20 clients", "many-waiters"),
                            new Step("10,000 virtual ones", "virtual-threads")),
                    OURS_AND_RLOCK),
            new Growth(
                    "JVMs and clients that want one lock",
                    List.of(
                            new Step("1 JVM", "one-jvm"),
                            new Step("3 JVMs with a thread each", "three-jvms-1"),
                            new Step("3 JVMs with 4 threads each", "three-jvms"),
                            new Step("50 clients", "many-clients")),
                    OURS_AND_RLOCK),
            new Growth(
                    "names",
                    List.of(
                            new Step("1", "uncontended"),
                            new Step("8, each with a thread", "own-names"),
                            new Step("10,000, held and renewed", "held-renewed"),
                            new Step("100,000, held", "held-heap")),
                    OURS_AND_RLOCK),
            new Growth(
                    "servers: one Redis, five, an ensemble",
                    List.of(new Step("1 thread", "uncontended")),
                    OURS_AND_FLOORS));

    /**
     * One size.
     *
     * @param size how much, for people
     * @param scenario the scenario of that size
     */
    record Step(String size, String scenario) {}

    /**
     * One result of interest.
     *
     * @param size how much, for people
     * @param result what was measured
     */
    record Row(String size, JsonNode result) {}

    /** What a report has of it, in order. */
    List<Row> rows(Figures figures) {
        return steps.stream().flatMap(step -> rows(figures, step)).toList();
    }

    private Stream<Row> rows(Figures figures, Step step) {
        return figures.of(step.scenario()).stream()
                .filter(result -> subjects.contains(result.path("subject").asText()))
                .map(result -> new Row(step.size(), result));
    }
}
