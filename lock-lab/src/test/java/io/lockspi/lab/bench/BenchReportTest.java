package io.lockspi.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lockspi.lab.bench.subject.Subject;
import io.lockspi.lab.bench.worker.RoundReport;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class BenchReportTest {
    private static final long MICRO = 1_000;
    /** That of the histograms. */
    private static final Percentage PRECISION = Percentage.withPercentage(2);

    @Test
    void ratiosAreThoseOfRoundsSideBySide() {
        // The machine was twice as fast in the second round and three times in the third, for both.
        Result ours = result(Scenario.UNCONTENDED, Subject.OURS, round(300, 30), round(600, 15), round(900, 10));
        Result rlock = result(Scenario.UNCONTENDED, Subject.RLOCK, round(100, 90), round(200, 45), round(300, 30));
        assertThat(ours.throughputOver(rlock)).isEqualTo(3);
        assertThat(rlock.medianCycleOver(ours)).isCloseTo(3.0, PRECISION);
        assertThat(ours.opsPerSecond()).isEqualTo(600);
        assertThat(ours.slowestRound()).isEqualTo(300);
        assertThat(ours.fastestRound()).isEqualTo(900);
    }

    @Test
    void barsAreMetMissedOrNotMeasured() {
        BenchReport report = report(List.of(
                result(Scenario.UNCONTENDED, Subject.OURS, round(100, 20)),
                result(Scenario.UNCONTENDED, Subject.FLOOR, round(200, 10)),
                result(Scenario.ONE_JVM, Subject.OURS, round(1000, 10)),
                result(Scenario.ONE_JVM, "spring-spin", round(10, 10)),
                result(Scenario.ONE_JVM, "spring-pubsub", round(100, 10))));
        List<Bar> measured = report.bars().stream().filter(Bar::isMeasured).toList();
        assertThat(measured)
                .extracting(Bar::name)
                .containsExactly("uncontended: median cycle over floor", "one-jvm: throughput over the faster spring");
        assertThat(measured.get(0).value()).isCloseTo(2.0, PRECISION);
        assertThat(measured.get(1)).isEqualTo(new Bar("one-jvm: throughput over the faster spring", 10, 10, false));
        assertThat(measured).extracting(Bar::isMet).containsExactly(false, true);
        // One that was not measured says so, and is not met.
        assertThat(report.bars()).hasSizeGreaterThan(20);
        assertThat(report.bars())
                .filteredOn(bar -> !bar.isMeasured())
                .extracting(Bar::isMet)
                .containsOnly(false);
        // Slow is not wrong.
        assertThat(report.complaints()).isEmpty();
    }

    @Test
    void whatIsNotAsItMustBeIsSaid() {
        Scenario scenario = Scenario.ALL.get(0);
        Subject ours = Subject.ALL.get(0);
        assertThat(report(List.of(
                                new Result(scenario, ours, List.of(), 1, 0, 0, null, null),
                                new Result(scenario, ours, List.of(), 0, 2, 0, null, null),
                                new Result(scenario, ours, List.of(), 0, 0, 3, null, null),
                                new Result(scenario, ours, List.of(), 0, 0, 0, null, "gone")))
                        .complaints())
                .satisfiesExactly(
                        text -> assertThat(text).contains("1 met another one"),
                        text -> assertThat(text).contains("2 updates were lost"),
                        text -> assertThat(text).contains("3 sections a token that was not higher"),
                        text -> assertThat(text).contains("failed: gone"));
    }

    @Test
    void anothersFailureIsAResultAndNoComplaint() {
        Scenario scenario = Scenario.ALL.get(0);
        Subject rlock = Subject.named(Subject.RLOCK).orElseThrow();
        BenchReport failed = report(List.of(new Result(scenario, rlock, List.of(), 0, 0, 0, null, "gone")));
        assertThat(failed.complaints()).isEmpty();
        assertThat(failed.failuresOfPeers()).containsExactly("rlock in uncontended failed: gone");
        // Two sections at a time are a complaint, whoever's lock it was.
        BenchReport broken = report(List.of(new Result(scenario, rlock, List.of(), 1, 0, 0, null, null)));
        assertThat(broken.complaints()).singleElement().asString().contains("1 met another one");
    }

    @Test
    void theJsonHasWhatWasMeasuredAndNothingElse() {
        JsonNode json = BenchJson.of(report(
                List.of(result(Scenario.THREE_JVMS, Subject.OURS, round(60, 20, 20, 20), round(60, 30, 30, 30)))));
        JsonNode first = json.at("/scenarios/0");
        assertThat(json.at("/run/cores").textValue()).isEqualTo("2");
        assertThat(first.get("name").textValue()).isEqualTo("three-jvms");
        assertThat(first.get("subject").textValue()).isEqualTo("lockspi-redis");
        assertThat(first.get("opsPerSecond").doubleValue()).isEqualTo(180);
        assertThat(first.get("shares")).hasSize(3);
        assertThat(first.has("ratioToRLock")).isFalse();
        assertThat(first.has("commandsPerHandOver")).isFalse();
        assertThat(first.get("overlaps").longValue()).isZero();
        assertThat(first.at("/waitPercentilesUs/50").doubleValue()).isCloseTo(20, PRECISION);
        assertThat(json.get("bars"))
                .filteredOn(bar -> bar.get("met").booleanValue())
                .hasSize(1);
        assertThat(json.get("bars"))
                .filteredOn(bar -> !bar.get("measured").booleanValue())
                .noneMatch(bar -> bar.has("value") || bar.get("met").booleanValue());
    }

    private static BenchReport report(List<Result> results) {
        return BenchReport.of(Map.of("cores", "2"), new BenchResults(results, List.of(), Map.of()));
    }

    private static Result result(String scenario, String subject, Round... rounds) {
        return new Result(
                Scenario.named(scenario).orElseThrow(),
                Subject.named(subject).orElseThrow(),
                List.of(rounds),
                0,
                0,
                0,
                null,
                null);
    }

    /** A second in which each JVM finished so many sections, which took so long. */
    private static Round round(int sections, int... microsOfJvms) {
        List<RoundReport> jvms = Arrays.stream(microsOfJvms)
                .mapToObj(micros -> new RoundReport(sections, sections, 0, 0, times(micros), times(micros)))
                .toList();
        return Round.of(Duration.ofSeconds(1), jvms, 0);
    }

    private static Histogram times(int micros) {
        Histogram histogram = RoundReport.newHistogram();
        histogram.recordValue(micros * MICRO);
        return histogram;
    }
}
