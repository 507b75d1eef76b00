package io.lockspi.lab.bench;

import static io.lockspi.lab.bench.subject.Subject.FLOOR;
import static io.lockspi.lab.bench.subject.Subject.OURS;
import static io.lockspi.lab.bench.subject.Subject.RLOCK;
import static io.lockspi.lab.bench.subject.Subject.SPRING;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;

/** The bars that a run can show, those of them whose subjects and scenarios it measured. */
final class Bars {
    /** How long one JVM may pass a lock on within itself while another one waits. */
    private static final double TURN_MILLIS = 20;

    private final List<Result> results;
    private final List<Bar> bars = new ArrayList<>();

    private Bars(List<Result> results) {
        this.results = results;
    }

    static List<Bar> of(List<Result> results) {
        Bars bars = new Bars(results);
        bars.fill();
        return List.copyOf(bars.bars);
    }

    private void fill() {
        atMost("uncontended: median cycle over floor", 1.35, Scenario.UNCONTENDED, FLOOR, Result::medianCycleOver);
        atLeast("uncontended: throughput over rlock", 1.0, Scenario.UNCONTENDED, RLOCK, Result::throughputOver);
        atLeast("own-names: throughput over rlock", 1.3, Scenario.OWN_NAMES, RLOCK, Result::throughputOver);
        atLeast("one-jvm: throughput over rlock", 20, Scenario.ONE_JVM, RLOCK, Result::throughputOver);
        overSpring("one-jvm: throughput over the faster spring", 10);
        atLeast("three-jvms: throughput over rlock", 20, Scenario.THREE_JVMS, RLOCK, Result::throughputOver);
        atMost("three-jvms: longest wait over rlock's", 1, Scenario.THREE_JVMS, RLOCK, Bars::longestWaitOver);
        ofOurs(
                "three-jvms: smallest share of a JVM",
                0.2,
                false,
                Scenario.THREE_JVMS,
                result -> Collections.min(result.shares()));
        atLeast("three-jvms-1: throughput over rlock", 1.3, Scenario.THREE_JVMS_1, RLOCK, Result::throughputOver);
        atMost("three-jvms-1: p99 wait over rlock's", 1, Scenario.THREE_JVMS_1, RLOCK, Bars::p99WaitOver);
        ofOurs(
                "busy-and-lone: longest wait of the lone thread in ms",
                TURN_MILLIS,
                true,
                Scenario.BUSY_AND_LONE,
                result -> Millis.of(
                        result.waitOfJvm(result.scenario().jvms().size() - 1).getMaxValue()));
        traffic(Scenario.MANY_WAITERS);
        traffic(Scenario.MANY_CLIENTS);
    }

    private void traffic(String scenario) {
        Optional<Traffic> traffic = find(scenario, OURS).flatMap(result -> Optional.ofNullable(result.traffic()));
        traffic.ifPresent(counted -> {
            add(scenario + ": client commands per hand-over", counted.commandsPerHandOver(), 4, true);
            add(scenario + ": clients told per hand-over", counted.toldPerHandOver(), 1, true);
        });
    }

    private void overSpring(String name, double bar) {
        results.stream()
                .filter(result -> result.scenario().name().equals(Scenario.ONE_JVM))
                .filter(result -> result.subject().name().startsWith(SPRING) && result.isMeasured())
                .flatMap(spring -> find(Scenario.ONE_JVM, OURS).map(ours -> ours.throughputOver(spring)).stream())
                .min(Double::compare)
                .ifPresent(value -> add(name, value, bar, false));
    }

    private void atMost(
            String name, double bar, String scenario, String other, ToDoubleBiFunction<Result, Result> ratio) {
        compare(name, bar, true, scenario, other, ratio);
    }

    private void atLeast(
            String name, double bar, String scenario, String other, ToDoubleBiFunction<Result, Result> ratio) {
        compare(name, bar, false, scenario, other, ratio);
    }

    private void compare(
            String name,
            double bar,
            boolean isUpperLimit,
            String scenario,
            String other,
            ToDoubleBiFunction<Result, Result> ratio) {
        find(scenario, other)
                .ifPresent(its -> ofOurs(name, bar, isUpperLimit, scenario, ours -> ratio.applyAsDouble(ours, its)));
    }

    private void ofOurs(
            String name, double bar, boolean isUpperLimit, String scenario, ToDoubleFunction<Result> value) {
        find(scenario, OURS).ifPresent(ours -> add(name, value.applyAsDouble(ours), bar, isUpperLimit));
    }

    private void add(String name, double value, double bar, boolean isUpperLimit) {
        if (Double.isFinite(value)) {
            bars.add(new Bar(name, value, bar, isUpperLimit));
        }
    }

    private Optional<Result> find(String scenario, String subject) {
        return Results.find(results, scenario, subject);
    }

    private static double longestWaitOver(Result ours, Result its) {
        return (double) ours.waits().getMaxValue() / its.waits().getMaxValue();
    }

    private static double p99WaitOver(Result ours, Result its) {
        return (double) ours.waits().getValueAtPercentile(99) / its.waits().getValueAtPercentile(99);
    }
}
