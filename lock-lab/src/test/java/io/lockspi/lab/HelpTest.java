package io.lockspi.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.lab.LabRunner.Outcome;
import org.junit.jupiter.api.Test;

class HelpTest {
    @Test
    void theLabListsItsCommands() {
        Outcome outcome = LabRunner.run("--help");
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.out()).contains("  tickets  ", "  serve  ", "Exit codes");
    }

    @Test
    void ticketsExplainsEveryOptionAndItsDefault() {
        Outcome outcome = LabRunner.run("tickets", "--help");
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.out())
                .contains(
                        "--backend",
                        "--uri",
                        "--processes",
                        "--tickets",
                        "--trains",
                        "--lease",
                        "--think-time",
                        "--kill-seller",
                        "--pause-seller",
                        "--servers",
                        "--json",
                        "Default: 500",
                        "Default: 1ms");
    }

    @Test
    void theVersionIsTheBuilds() {
        Outcome outcome = LabRunner.run("--version");
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.out()).contains("lockspi lab " + System.getProperty("project.version"));
    }
}
