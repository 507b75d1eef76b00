package io.lockspi.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lockspi.lab.LabRunner.Outcome;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole election on a real server, with candidates in JVMs of their own. */
class ElectEndToEndTest {
    @Test
    void neverTwoLeadWhileLeadersResignStandStillCloseAndDie(@TempDir Path directory) throws IOException {
        Path json = directory.resolve("result.json");
        Outcome outcome =
                LabRunner.run(("elect --candidates 4 --renewals 3 --resignations 3 --json " + json).split(" "));
        assertThat(outcome.exitCode()).as(outcome.err() + outcome.out()).isZero();
        assertThat(outcome.out()).contains("As it must be: never two leaders", "  4 |", "goes on after a stop");

        JsonNode run = new ObjectMapper().readTree(json.toFile()).at("/runs/0");
        assertThat(run.get("backend").textValue()).isEqualTo("redis");
        assertThat(run.get("overlaps").intValue()).isZero();
        assertThat(run.get("incumbentKept").intValue()).isEqualTo(3);
        assertThat(run.get("leaderlessMs").doubleValue()).isPositive();
        assertThat(terms(run)).hasSize(7).isSorted().doesNotHaveDuplicates();
        for (String kind : List.of("resign", "close", "kill")) {
            assertThat(run.at("/handoverMs/" + kind).doubleValue()).as(kind).isPositive();
        }
        assertThat(run.at("/handoverMs/kill").doubleValue())
                .isGreaterThan(run.at("/handoverMs/resign").doubleValue());
    }

    private static List<BigInteger> terms(JsonNode run) {
        List<BigInteger> terms = new ArrayList<>();
        run.get("terms").forEach(term -> terms.add(new BigInteger(term.textValue())));
        return terms;
    }

    @Test
    void whatMakesNoSenseIsRefusedBeforeAnythingStarts() {
        assertThat(LabRunner.run("elect", "--candidates", "3").err())
                .contains("--candidates must be at least 4 and is 3");
        assertThat(LabRunner.run("elect", "--lease", "10ms").err()).contains("--lease must be at least 500ms");
        assertThat(LabRunner.run("elect", "--backend", "local").exitCode()).isEqualTo(2);
        assertThat(LabRunner.run("elect", "--backend", "redis", "--uri", "redis://x")
                        .err())
                .contains("leave out --backend");
    }
}
