package io.lockspi.lab.bench;

import io.lockspi.lab.bench.subject.Subject;
import io.lockspi.lab.bench.worker.RoundReport;
import java.util.List;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * One subject in one scenario. Immutable.
 *
 * @param scenario the scenario
 * @param subject the subject
 * @param rounds those that count, in the order in which all subjects took turns
 * @param overlaps sections that met another one, over all rounds
 * @param lostUpdates sections that the witness did not count, over all rounds
 * @param tokenRegressions sections whose token was not higher than the one before, over all rounds
 * @param traffic what the server saw, if that was counted
 * @param failure why it was not measured to the end, if so
 */
public record Result(
        Scenario scenario,
        Subject subject,
        List<Round> rounds,
        long overlaps,
        long lostUpdates,
        long tokenRegressions,
        @Nullable Traffic traffic,
        @Nullable String failure) {
    private static final double TENTHS = 10;

    /** Whether the sections took turns, with rising tokens, and all was measured. */
    boolean isSound() {
        return overlaps == 0 && lostUpdates == 0 && tokenRegressions == 0 && failure == null;
    }

    boolean isMeasured() {
        return !rounds.isEmpty();
    }

    double opsPerSecond() {
        return median(rounds.stream().mapToDouble(Round::opsPerSecond));
    }

    double slowestRound() {
        return rounds.stream().mapToDouble(Round::opsPerSecond).min().orElse(Double.NaN);
    }

    double fastestRound() {
        return rounds.stream().mapToDouble(Round::opsPerSecond).max().orElse(Double.NaN);
    }

    /** How many requests the servers received for each section, to one decimal; not a number if that was not counted. */
    double requestsPerSection() {
        // Signs of life, of other sessions too, arrive now and then.
        return rounded(median(rounds.stream().mapToDouble(Round::requestsPerSection)));
    }

    /** How long the calls of {@code lock()} took, in all rounds. */
    Histogram waits() {
        return sum(round -> round.all().waits());
    }

    /** How long {@code lock()}, section and {@code unlock()} took together, in all rounds. */
    Histogram cycles() {
        return sum(round -> round.all().cycles());
    }

    /** As {@link #waits}, of one JVM. */
    Histogram waitOfJvm(int jvm) {
        return sum(round -> round.jvms().get(jvm).waits());
    }

    private Histogram sum(java.util.function.Function<Round, Histogram> part) {
        Histogram sum = RoundReport.newHistogram();
        rounds.forEach(round -> sum.add(part.apply(round)));
        return sum;
    }

    /** Each JVM's part of all sections. */
    List<Double> shares() {
        double all = finished(round -> round.all().finished());
        return IntStream.range(0, scenario.jvms().size())
                .mapToObj(jvm -> finished(round -> round.jvms().get(jvm).finished()) / all)
                .toList();
    }

    private double finished(ToDoubleFunction<Round> part) {
        return rounds.stream().mapToDouble(part).sum();
    }

    /** How many times another's throughput this is: the median of the rounds, each compared with its neighbour in time. */
    double throughputOver(Result other) {
        return pairwise(other, (mine, its) -> mine.opsPerSecond() / its.opsPerSecond());
    }

    /** How many times another's median cycle this takes: the median of the rounds. */
    double medianCycleOver(Result other) {
        return pairwise(other, (mine, its) -> mine.medianCycleNanos() / its.medianCycleNanos());
    }

    private double pairwise(Result other, ToDoubleBiFunction<Round, Round> ratio) {
        int pairs = Math.min(rounds.size(), other.rounds.size());
        return median(
                IntStream.range(0, pairs).mapToDouble(i -> ratio.applyAsDouble(rounds.get(i), other.rounds.get(i))));
    }

    private static double rounded(double value) {
        return Double.isFinite(value) ? Math.round(value * TENTHS) / TENTHS : value;
    }

    private static double median(DoubleStream values) {
        double[] sorted = values.sorted().toArray();
        if (sorted.length == 0) {
            return Double.NaN;
        }
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
