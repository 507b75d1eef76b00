package io.lockspi.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lockspi.lab.LabRunner.Outcome;
import io.lockspi.lab.bench.BenchReport;
import io.lockspi.lab.bench.BenchResults;
import io.lockspi.lab.bench.Result;
import io.lockspi.lab.bench.Scenario;
import io.lockspi.lab.bench.subject.Subject;
import io.lockspi.lab.ui.Screen;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchCommandTest {
    @Test
    void measuresOursBesideRedissonsAcrossJvms(@TempDir Path directory) throws IOException {
        Path json = directory.resolve("bench.json");
        String command =
                "bench --subject lockspi-redis,rlock --scenario three-jvms-1 --seconds 1 --repeat 1 --warm-up 1"
                        + " --json " + json;
        Outcome outcome = LabRunner.run(command.split(" "));
        assertThat(outcome.exitCode()).as(outcome.err() + outcome.out()).isZero();
        assertThat(outcome.out())
                .contains(
                        "As it must be: no two sections",
                        "load average before",
                        "redisson: 4",
                        "command: ./lab " + command);

        JsonNode report = new ObjectMapper().readTree(json.toFile());
        JsonNode scenarios = report.get("scenarios");
        assertThat(scenarios).hasSize(2);
        assertSound(scenarios.get(0), "lockspi-redis");
        assertSound(scenarios.get(1), "rlock");
        assertThat(scenarios.at("/0/ratioToRLock").doubleValue()).isPositive();
        assertThat(scenarios.at("/1/ratioToRLock").doubleValue()).isEqualTo(1);
        assertThat(report.get("bars"))
                .filteredOn(bar -> bar.get("measured").booleanValue())
                .extracting(bar -> bar.get("name").textValue())
                .containsExactly("three-jvms-1: throughput over rlock", "three-jvms-1: p99 wait over rlock's");
    }

    @Test
    void measuresOnOtherStoresAndCountsTheirRequests(@TempDir Path directory) throws IOException {
        JsonNode report =
                quick(directory, "--subject lockspi-redlock,lockspi-zookeeper,curator --scenario uncontended");
        assertThat(report.get("scenarios")).hasSize(3);
        assertThat(report.get("scenarios"))
                .filteredOn(result -> !result.get("subject").textValue().contains("redlock"))
                .allSatisfy(
                        result -> assertThat(result.get("requestsPerSection").doubleValue())
                                .isBetween(1.0, 20.0));
        assertMeasured(
                report,
                "zookeeper uncontended: throughput over curator",
                "zookeeper uncontended: server operations over curator's");
    }

    @Test
    void measuresWhatIsOnlyHeld(@TempDir Path directory) throws IOException {
        JsonNode report = quick(directory, "--scenario held-renewed,held-heap");
        assertThat(report.at("/scenarios/0/locks").intValue()).isEqualTo(500);
        assertThat(report.at("/scenarios/0/cores").doubleValue()).isPositive();
        assertThat(report.at("/scenarios/1/bytesPerHeldLock").doubleValue()).isPositive();
        assertMeasured(
                report,
                "held-renewed: locks lost",
                "held-renewed: CPU of the client in cores",
                "held-heap: bytes per held lock",
                "held-heap: bytes per lock after release");
    }

    private static JsonNode quick(Path directory, String options) throws IOException {
        Path json = directory.resolve("bench.json");
        Outcome outcome = LabRunner.run(("bench --quick " + options + " --json " + json).split(" ", -1));
        assertThat(outcome.exitCode()).as(outcome.err() + outcome.out()).isZero();
        assertThat(outcome.out()).contains("figures are of no use", "not measured");
        return new ObjectMapper().readTree(json.toFile());
    }

    private static void assertMeasured(JsonNode report, String... bars) {
        assertThat(report.get("bars"))
                .filteredOn(bar -> bar.get("measured").booleanValue())
                .extracting(bar -> bar.get("name").textValue())
                .containsExactly(bars);
    }

    private static void assertSound(JsonNode result, String subject) {
        assertThat(result.get("name").textValue()).isEqualTo("three-jvms-1");
        assertThat(result.get("subject").textValue()).isEqualTo(subject);
        assertThat(result.get("opsPerSecond").doubleValue()).isPositive();
        assertThat(result.get("p99Us").doubleValue())
                .isGreaterThanOrEqualTo(result.get("p50Us").doubleValue());
        assertThat(result.get("maxMs").doubleValue()).isPositive();
        assertThat(result.get("shares")).hasSize(3);
        assertThat(result.get("overlaps").longValue()).isZero();
        assertThat(result.get("lostUpdates").longValue()).isZero();
        assertThat(result.get("tokenRegressions").longValue()).isZero();
    }

    @Test
    void sectionsThatMetMakeTheExitCodeOne() {
        Result broken = new Result(Scenario.ALL.get(0), Subject.ALL.get(0), List.of(), 1, 1, 0, null, null);
        StringWriter out = new StringWriter();
        int exitCode = BenchCommand.show(
                BenchReport.of(Map.of(), new BenchResults(List.of(broken), List.of(), Map.of())),
                Screen.of(new PrintWriter(out)));
        assertThat(exitCode).isEqualTo(1);
        assertThat(out.toString())
                .contains("NOT as it must be: lockspi-redis in uncontended let sections run at a time");
    }
}
