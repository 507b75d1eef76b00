package io.lockspi.lab.bench;

import static io.lockspi.lab.bench.subject.Subject.CURATOR;
import static io.lockspi.lab.bench.subject.Subject.FLOOR;
import static io.lockspi.lab.bench.subject.Subject.OURS;
import static io.lockspi.lab.bench.subject.Subject.OUR_REDLOCK;
import static io.lockspi.lab.bench.subject.Subject.OUR_ZOOKEEPER;
import static io.lockspi.lab.bench.subject.Subject.RED_LOCK;
import static io.lockspi.lab.bench.subject.Subject.RLOCK;
import static io.lockspi.lab.bench.subject.Subject.SPRING;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;

/** The bars of the benchmark, always all of them: those whose subjects and scenarios were not measured have no value. */
final class Bars {
    /** How long one JVM may pass a lock on within itself while another one waits. */
    private static final double TURN_MILLIS = 20;
    /** What counts as constant while the number of waiters grows tenfold. */
    private static final double CONSTANT = 1.1;

    private static final double KILOBYTE = 1024;

    private final List<Result> results;
    private final List<Bar> bars = new ArrayList<>();

    private Bars(List<Result> results) {
        this.results = results;
    }

    static List<Bar> of(List<Result> results, List<HeldResult> held) {
        Bars bars = new Bars(results);
        bars.alone();
        bars.competing();
        bars.otherStores();
        bars.traffic();
        bars.held(held);
        return List.copyOf(bars.bars);
    }

    private void alone() {
        atMost("uncontended: median cycle over floor", 1.35, on(Scenario.UNCONTENDED, FLOOR), Result::medianCycleOver);
        atLeast("uncontended: throughput over rlock", 1.0, on(Scenario.UNCONTENDED, RLOCK), Result::throughputOver);
        atLeast("own-names: throughput over rlock", 1.3, on(Scenario.OWN_NAMES, RLOCK), Result::throughputOver);
    }

    private void competing() {
        atLeast("one-jvm: throughput over rlock", 20, on(Scenario.ONE_JVM, RLOCK), Result::throughputOver);
        add("one-jvm: throughput over the faster spring", overSpring(), 10, false);
        atLeast("three-jvms: throughput over rlock", 20, on(Scenario.THREE_JVMS, RLOCK), Result::throughputOver);
        atMost("three-jvms: longest wait over rlock's", 1, on(Scenario.THREE_JVMS, RLOCK), Bars::longestWaitOver);
        add(
                "three-jvms: smallest share of a JVM",
                ofOurs(Scenario.THREE_JVMS, result -> Collections.min(result.shares())),
                0.2,
                false);
        atLeast("three-jvms-1: throughput over rlock", 1.3, on(Scenario.THREE_JVMS_1, RLOCK), Result::throughputOver);
        atMost("three-jvms-1: p99 wait over rlock's", 1, on(Scenario.THREE_JVMS_1, RLOCK), Bars::p99WaitOver);
        add(
                "busy-and-lone: longest wait of the lone thread in ms",
                ofOurs(
                        Scenario.BUSY_AND_LONE,
                        result -> Millis.of(
                                result.waitOfJvm(result.scenario().jvms().size() - 1)
                                        .getMaxValue())),
                TURN_MILLIS,
                true);
    }

    private void otherStores() {
        Pair zooKeeper = new Pair(Scenario.UNCONTENDED, OUR_ZOOKEEPER, CURATOR);
        atLeast("zookeeper uncontended: throughput over curator", 1.0, zooKeeper, Result::throughputOver);
        atMost(
                "zookeeper uncontended: server operations over curator's",
                1,
                zooKeeper,
                (ours, its) -> ours.requestsPerSection() / its.requestsPerSection());
        atLeast(
                "zookeeper one-jvm: throughput over curator",
                80,
                new Pair(Scenario.ONE_JVM, OUR_ZOOKEEPER, CURATOR),
                Result::throughputOver);
        atMost(
                "redlock uncontended: median cycle over ours on one redis",
                3,
                new Pair(Scenario.UNCONTENDED, OUR_REDLOCK, OURS),
                Result::medianCycleOver);
        atLeast(
                "redlock uncontended: throughput over rlock-redlock",
                2,
                new Pair(Scenario.UNCONTENDED, OUR_REDLOCK, RED_LOCK),
                Result::throughputOver);
    }

    private void traffic() {
        for (String scenario : List.of(Scenario.MANY_WAITERS, Scenario.MANY_CLIENTS)) {
            add(
                    scenario + ": client commands per hand-over, polls apart",
                    ofTraffic(scenario, Traffic::commandsPerHandOver),
                    4,
                    true);
            add(scenario + ": clients told per hand-over", ofTraffic(scenario, Traffic::toldPerHandOver), 1, true);
        }
        add(
                "many-waiters: client commands per hand-over over those with a tenth of the waiters",
                ofTraffic(Scenario.MANY_WAITERS, Traffic::commandsPerHandOver)
                        / ofTraffic(Scenario.FEWER_WAITERS, Traffic::commandsPerHandOver),
                CONSTANT,
                true);
    }

    private void held(List<HeldResult> held) {
        Held renewed = Held.of(held, HeldScenario.RENEWED);
        add("held-renewed: locks lost", renewed.value(HeldResult::lost), 0, true);
        add("held-renewed: CPU of the client in cores", renewed.value(HeldResult::cores), 0.1, true);
        Held heap = Held.of(held, HeldScenario.HEAP);
        add("held-heap: bytes per held lock", heap.value(HeldResult::bytesPerHeldLock), KILOBYTE, true);
        add("held-heap: bytes per lock after release", heap.value(HeldResult::bytesPerReleasedLock), 0, true);
    }

    /** Our result, if there is one. */
    private record Held(Optional<HeldResult> ours) {
        static Held of(List<HeldResult> results, HeldScenario scenario) {
            return new Held(results.stream()
                    .filter(result -> result.scenario() == scenario && result.isMeasured())
                    .filter(result -> result.subject().name().equals(OURS))
                    .findFirst());
        }

        double value(ToDoubleFunction<HeldResult> part) {
            return ours.map(part::applyAsDouble).orElse(Double.NaN);
        }
    }

    /** Two subjects in a scenario. */
    private record Pair(String scenario, String ours, String other) {}

    private static Pair on(String scenario, String other) {
        return new Pair(scenario, OURS, other);
    }

    private double overSpring() {
        return results.stream()
                .filter(result -> result.scenario().name().equals(Scenario.ONE_JVM))
                .filter(result -> result.subject().name().startsWith(SPRING) && result.isMeasured())
                .mapToDouble(spring -> ofOurs(Scenario.ONE_JVM, ours -> ours.throughputOver(spring)))
                .min()
                .orElse(Double.NaN);
    }

    private void atMost(String name, double bar, Pair pair, ToDoubleBiFunction<Result, Result> ratio) {
        add(name, compare(pair, ratio), bar, true);
    }

    private void atLeast(String name, double bar, Pair pair, ToDoubleBiFunction<Result, Result> ratio) {
        add(name, compare(pair, ratio), bar, false);
    }

    private double compare(Pair pair, ToDoubleBiFunction<Result, Result> ratio) {
        Optional<Result> ours = find(pair.scenario, pair.ours);
        Optional<Result> other = find(pair.scenario, pair.other);
        return ours.isPresent() && other.isPresent() ? ratio.applyAsDouble(ours.get(), other.get()) : Double.NaN;
    }

    private double ofTraffic(String scenario, ToDoubleFunction<Traffic> value) {
        return find(scenario, OURS)
                .flatMap(result -> Optional.ofNullable(result.traffic()))
                .map(value::applyAsDouble)
                .orElse(Double.NaN);
    }

    private double ofOurs(String scenario, ToDoubleFunction<Result> value) {
        return find(scenario, OURS).map(value::applyAsDouble).orElse(Double.NaN);
    }

    private void add(String name, double value, double bar, boolean isUpperLimit) {
        bars.add(new Bar(name, value, bar, isUpperLimit));
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
