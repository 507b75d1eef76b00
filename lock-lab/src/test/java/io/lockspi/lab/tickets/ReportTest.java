package io.lockspi.lab.tickets;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTest {
    @Test
    void theTableIsAlignedAndHasOneLineForEachRun() {
        List<String> lines = ResultTable.of(List.of(Results.WITHOUT_LOCK, Results.of("zookeeper", Results.ALL_ONCE)));
        assertThat(lines).hasSize(3);
        assertThat(lines.stream().map(String::length).distinct()).hasSize(1);
        assertThat(lines.get(1)).matches("none +4 +500 +512 +12 +12 +0 +0 +256 +2\\.00");
    }

    @Test
    void theEightFixedFieldsOfARunComeFirstAndInOrder() {
        JsonNode run = JsonReport.of(List.of(Results.WITHOUT_LOCK)).get("runs").get(0);
        List<String> names = new ArrayList<>();
        run.fieldNames().forEachRemaining(names::add);
        assertThat(names)
                .startsWith(
                        "backend",
                        "processes",
                        "tickets",
                        "sold",
                        "oversold",
                        "duplicates",
                        "tokenRegressions",
                        "salesPerSecond",
                        "seconds");
        assertThat(run.toString())
                .startsWith("{\"backend\":\"none\",\"processes\":4,\"tickets\":500,\"sold\":512,\"oversold\":12,"
                        + "\"duplicates\":12,\"tokenRegressions\":0,\"salesPerSecond\":256.000,\"seconds\":2.000");
    }

    @Test
    void aKillAndAStopAreReportedWithTheirTokensAsText() {
        JsonNode killed = JsonReport.of(List.of(Results.withKilled(Duration.ofMillis(4990))))
                .at("/runs/0/killedSeller");
        assertThat(killed.toString())
                .isEqualTo("{\"seller\":1,\"train\":2,\"token\":\"17\",\"gapSeconds\":4.990,\"limitSeconds\":6.000,"
                        + "\"othersWentOn\":true}");
        JsonNode paused =
                JsonReport.of(List.of(Results.withPaused(Results.FENCED))).at("/runs/0/pausedSeller");
        assertThat(paused.toString())
                .isEqualTo("{\"seller\":2,\"train\":3,\"token\":\"18\",\"pausedSeconds\":10.000,\"saidNotHeld\":true,"
                        + "\"writeRefused\":true,\"unlock\":\"LockLostException\"}");
    }
}
