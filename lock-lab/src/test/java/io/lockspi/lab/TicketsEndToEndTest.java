package io.lockspi.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lockspi.lab.LabRunner.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole office on real servers, with sellers in JVMs of their own. */
class TicketsEndToEndTest {
    @ParameterizedTest
    @ValueSource(strings = {"redis", "zookeeper"})
    void sellsEachTicketOnceAlthoughOneSellerIsKilledAndAnotherStopped(String backend, @TempDir Path directory)
            throws IOException {
        Path json = directory.resolve("result.json");
        Outcome outcome = LabRunner.run(("tickets --backend " + backend
                        + " --processes 3 --tickets 60 --trains 2 --lease 2s --kill-seller --pause-seller --json "
                        + json)
                .split(" "));
        assertThat(outcome.exitCode()).as(outcome.err() + outcome.out()).isZero();
        assertThat(outcome.out())
                .contains("As it must be: without a lock", "with " + backend + " each of the 60 tickets");

        JsonNode runs = new ObjectMapper().readTree(json.toFile()).get("runs");
        assertThat(runs).hasSize(2);
        assertThat(runs.at("/0/backend").textValue()).isEqualTo("none");
        assertThat(runs.at("/0/oversold").intValue()).isPositive();
        assertThat(runs.at("/1/backend").textValue()).isEqualTo(backend);
        assertThat(runs.at("/1/sold").intValue()).isEqualTo(60);
        assertThat(runs.at("/1/duplicates").intValue()).isZero();
        assertThat(runs.at("/1/tokenRegressions").intValue()).isZero();
        assertThat(runs.at("/1/killedSeller/othersWentOn").booleanValue()).isTrue();
        assertThat(runs.at("/1/pausedSeller/saidNotHeld").booleanValue()).isTrue();
        assertThat(runs.at("/1/pausedSeller/writeRefused").booleanValue()).isTrue();
        assertThat(runs.at("/1/pausedSeller/unlock").textValue()).isEqualTo("LockLostException");
    }

    @ParameterizedTest
    @CsvSource({"redlock, 2", "zookeeper, 1"})
    void eachTicketIsSoldOnceAlthoughAMinorityOfTheServersIsKilled(String backend, int killed, @TempDir Path directory)
            throws IOException {
        Path json = directory.resolve("result.json");
        Outcome outcome = LabRunner.run(("tickets --backend " + backend
                        + " --processes 3 --tickets 60 --trains 2 --kill-minority --json " + json)
                .split(" "));
        assertThat(outcome.exitCode()).as(outcome.err() + outcome.out()).isZero();
        JsonNode run = new ObjectMapper().readTree(json.toFile()).at("/runs/1");
        assertThat(run.at("/backend").textValue()).isEqualTo(backend);
        assertThat(run.at("/serversKilled").intValue()).isEqualTo(killed);
        assertThat(run.at("/sold").intValue()).isEqualTo(60);
        assertThat(run.at("/duplicates").intValue()).isZero();
        assertThat(run.at("/tokenRegressions").intValue()).isZero();
    }
}
