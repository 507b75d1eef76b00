package io.lockspi.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lockspi.lab.LabRunner.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One experiment on a real server, with clients in JVMs of their own. */
class CompareEndToEndTest {
    @Test
    void aHolderThatStoodStillIsAZombieWhoseWriteIsRefused(@TempDir Path directory) throws IOException {
        Path json = directory.resolve("result.json");
        Path page = directory.resolve("result.html");
        String command = "compare --quick --topology single --fault holder-paused --json " + json + " --page " + page;
        Outcome outcome = LabRunner.run(command.split(" "));
        assertThat(outcome.exitCode()).as(outcome.err() + outcome.out()).isZero();
        assertThat(outcome.out()).contains("holder-paused", "As it must be");

        JsonNode experiments = new ObjectMapper().readTree(json.toFile()).get("experiments");
        assertThat(experiments).hasSize(1);
        JsonNode experiment = experiments.get(0);
        assertThat(experiment.at("/runs").intValue()).isEqualTo(1);
        assertThat(experiment.at("/v1").intValue()).isZero();
        assertThat(experiment.at("/v2").intValue()).isPositive();
        assertThat(experiment.at("/staleWritesAccepted").intValue()).isZero();
        assertThat(experiment.at("/staleWritesRefused").intValue()).isPositive();
        assertThat(experiment.at("/staleWrites")).isEqualTo(experiment.at("/staleWritesRefused"));
        assertThat(experiment.at("/tokenRegressions").intValue()).isZero();
        long lease = experiment.at("/leaseMs").longValue();
        assertThat(experiment.at("/lockoutMs").doubleValue())
                .as("until the lease is over")
                .isPositive();
        assertThat(experiment.at("/holderToldMs").doubleValue())
                .as("it stood still for two leases")
                .isGreaterThanOrEqualTo(2.0 * lease);
        assertThat(page)
                .content()
                .contains("<svg", command, experiment.at("/staleWritesRefused").asText());
    }
}
