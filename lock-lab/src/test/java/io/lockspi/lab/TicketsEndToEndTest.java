package io.lockspi.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lockspi.lab.LabRunner.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole office on a real Redis, with sellers in JVMs of their own. */
class TicketsEndToEndTest {
    @Test
    void sellsEachTicketOnceAlthoughOneSellerIsKilledAndAnotherStopped(@TempDir Path directory) throws IOException {
        Path json = directory.resolve("result.json");
        Outcome outcome = LabRunner.run(
                ("tickets --processes 3 --tickets 60 --trains 2 --lease 2s --kill-seller --pause-seller --json " + json)
                        .split(" "));
        assertThat(outcome.exitCode()).as(outcome.err() + outcome.out()).isZero();
        assertThat(outcome.out()).contains("As it must be: without a lock", "with redis each of the 60 tickets");

        JsonNode runs = new ObjectMapper().readTree(json.toFile()).get("runs");
        assertThat(runs).hasSize(2);
        assertThat(runs.at("/0/backend").textValue()).isEqualTo("none");
        assertThat(runs.at("/0/oversold").intValue()).isPositive();
        assertThat(runs.at("/1/backend").textValue()).isEqualTo("redis");
        assertThat(runs.at("/1/sold").intValue()).isEqualTo(60);
        assertThat(runs.at("/1/duplicates").intValue()).isZero();
        assertThat(runs.at("/1/tokenRegressions").intValue()).isZero();
        assertThat(runs.at("/1/killedSeller/othersWentOn").booleanValue()).isTrue();
        assertThat(runs.at("/1/pausedSeller/saidNotHeld").booleanValue()).isTrue();
        assertThat(runs.at("/1/pausedSeller/writeRefused").booleanValue()).isTrue();
        assertThat(runs.at("/1/pausedSeller/unlock").textValue()).isEqualTo("LockLostException");
    }

    @Test
    void redlockSellsEachTicketOnceAlthoughTwoOfItsFiveServersAreKilled(@TempDir Path directory) throws IOException {
        Path json = directory.resolve("result.json");
        Outcome outcome = LabRunner.run(
                ("tickets --backend redlock --processes 3 --tickets 60 --trains 2 --kill-minority --json " + json)
                        .split(" "));
        assertThat(outcome.exitCode()).as(outcome.err() + outcome.out()).isZero();
        JsonNode run = new ObjectMapper().readTree(json.toFile()).at("/runs/1");
        assertThat(run.at("/backend").textValue()).isEqualTo("redlock");
        assertThat(run.at("/serversKilled").intValue()).isEqualTo(2);
        assertThat(run.at("/sold").intValue()).isEqualTo(60);
        assertThat(run.at("/duplicates").intValue()).isZero();
        assertThat(run.at("/tokenRegressions").intValue()).isZero();
    }
}
