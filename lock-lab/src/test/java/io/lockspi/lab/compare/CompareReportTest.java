package io.lockspi.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How runs become an experiment, and how experiments read. */
class CompareReportTest {
    private static final Setting SETTING = new Setting(Topology.REDLOCK_5, Duration.ofSeconds(3));

    private static Experiment of(List<RunFigures> runs, List<String> failures) {
        return Summary.of(SETTING, Fault.HOLDER_PAUSED, runs, failures, "./lab compare");
    }

    private static Experiment three() {
        return of(List.of(Runs.refused(6200.0, 1), Runs.refused(6000.0, 2), Runs.refused(6100.0, 1)), List.of());
    }

    @Test
    void countsAddUpAndTimesAreMedians() {
        Experiment experiment = three();
        assertThat(experiment.runs()).isEqualTo(3);
        assertThat(experiment.sections()).isEqualTo(30);
        assertThat(experiment.v2()).isEqualTo(3);
        assertThat(experiment.staleWritesRefused()).isEqualTo(4);
        assertThat(experiment.holderToldMs()).isEqualTo(6100);
        assertThat(experiment.isMet()).isTrue();
        assertThat(of(List.of(Runs.refused(1.0, 1), Runs.refused(2.0, 1)), List.of())
                        .holderToldMs())
                .isEqualTo(1.5);
    }

    @Test
    void aRunThatFailedIsAComplaintAndNoFigure() {
        Experiment one = of(List.of(Runs.refused(6000.0, 1)), List.of("run 2 of 2 failed: no server"));
        assertThat(one.runs()).isEqualTo(1);
        assertThat(one.unmet()).containsExactly("run 2 of 2 failed: no server");
        Experiment none = of(List.of(), List.of("run 1 of 1 failed: no server"));
        assertThat(none.isMeasured()).isFalse();
        assertThat(none.unmet()).hasSize(1);
        assertThat(new Comparison(List.of(none), Map.of(), false).isMet()).isFalse();
    }

    @Test
    void theJsonHasAllFigures() {
        JsonNode json = CompareJson.of(new Comparison(List.of(three()), Map.of("seed", "7"), true));
        JsonNode first = json.at("/experiments/0");
        assertThat(first.at("/backend").textValue()).isEqualTo("redlock");
        assertThat(first.at("/topology").textValue()).isEqualTo("redlock-5");
        assertThat(first.at("/fault").textValue()).isEqualTo("holder-paused");
        assertThat(first.at("/runs").intValue()).isEqualTo(3);
        assertThat(first.at("/doubleHolds").intValue()).isEqualTo(3);
        assertThat(first.at("/v1").intValue()).isZero();
        assertThat(first.at("/longestOverlapMs").doubleValue()).isEqualTo(2.5);
        assertThat(first.at("/staleWrites").intValue())
                .isEqualTo(first.at("/staleWritesRefused").intValue())
                .isPositive();
        assertThat(first.at("/staleWritesAccepted").intValue()).isZero();
        assertThat(first.at("/lockoutMs").doubleValue()).isEqualTo(50);
        assertThat(first.at("/unknown").intValue()).isEqualTo(3);
        assertThat(first.at("/tokenRegressions").intValue()).isZero();
        assertThat(json.at("/run/seed").textValue()).isEqualTo("7");
        assertThat(json.at("/asItMustBe").booleanValue()).isTrue();
    }

    @Test
    void whatWasNotRunHasNoFigures() {
        Experiment none =
                Experiment.notRun(Topology.SINGLE, Fault.MINORITY_KILLED, Duration.ofSeconds(3), "One server.", "x");
        Comparison comparison = new Comparison(List.of(none, three()), Map.of(), false);
        JsonNode first = CompareJson.of(comparison).at("/experiments/0");
        assertThat(first.get("v1").isNull()).isTrue();
        assertThat(first.at("/notRun").textValue()).isEqualTo("One server.");
        assertThat(CompareText.of(comparison)).contains("Not run: single, minority-killed. One server.");
        assertThat(comparison.isMet()).as("nothing bad was found").isTrue();
        assertThat(new Comparison(List.of(none), Map.of(), false).isMet())
                .as("nothing was measured")
                .isFalse();
    }

    @Test
    void theTableFitsInAHundredColumns() {
        List<String> lines = CompareText.of(new Comparison(List.of(three()), Map.of(), false));
        assertThat(lines.get(1)).contains("redlock-5", "holder-paused", "6.1 s", "50 ms");
        assertThat(lines).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(110));
    }
}
