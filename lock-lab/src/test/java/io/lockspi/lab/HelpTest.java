package io.lockspi.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.lab.LabRunner.Outcome;
import io.lockspi.lab.bench.Scenario;
import io.lockspi.lab.compare.Fault;
import io.lockspi.lab.compare.Topology;
import org.junit.jupiter.api.Test;

class HelpTest {
    @Test
    void theLabListsItsCommands() {
        Outcome outcome = LabRunner.run("--help");
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.out())
                .contains("  tickets  ", "  elect  ", "  compare  ", "  tck  ", "  bench  ", "  serve  ", "Exit codes");
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
    void electExplainsEveryOptionAndItsDefault() {
        Outcome outcome = LabRunner.run("elect", "--help");
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.out())
                .contains("--backend", "--uri", "--candidates", "--lease", "--renewals", "--resignations")
                .contains("--servers", "--json", "Default: 20", "Default: 2s");
    }

    @Test
    void compareExplainsEveryOptionAndNamesEveryTopologyAndFault() {
        Outcome outcome = LabRunner.run("compare", "--help");
        assertThat(outcome.exitCode()).isZero();
        String help = outcome.out().replaceAll("\\s+", " ");
        assertThat(help).contains("--quick", "--runs", "--seed", "--servers", "--json", "--page", "Exit codes");
        assertThat(Topology.values())
                .extracting(Topology::word)
                .allSatisfy(word -> assertThat(help).contains(word));
        assertThat(Fault.values())
                .extracting(Fault::word)
                .allSatisfy(word -> assertThat(help).contains(word));
    }

    @Test
    void benchExplainsEveryOptionAndThatABarDoesNotChangeTheExitCode() {
        Outcome outcome = LabRunner.run("bench", "--help");
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.out().replaceAll("\\s+", " "))
                .contains("--peers", "--subject", "--scenario", "--seconds", "--repeat", "--warm-up", "--json")
                .contains("--hold", "--quick", "held-renewed, held-heap")
                .contains("does not change the exit code");
    }

    @Test
    void tckExplainsItsHooksAndItsExitCodes() {
        Outcome outcome = LabRunner.run("tck", "--help");
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.out().replaceAll("\\s+", " "))
                .contains("--backend", "--uri", "--rules", "--forgetful", "--threads", "--seed")
                .contains("--json", "--html", "--markdown")
                .contains(
                        "kill, restart, pause, resume: the rules about servers (D..) need all four", "evict: the rules")
                .contains("LOCKSPI_NODE", "LOCKSPI_LOCK", "1 INCOMPATIBLE", "3 INCOMPLETE");
    }

    @Test
    void everyScenarioIsNamedInTheHelp() {
        String help = LabRunner.run("bench", "--help").out();
        assertThat(Scenario.ALL)
                .extracting(Scenario::name)
                .allSatisfy(name -> assertThat(help).contains(name));
    }

    @Test
    void theVersionIsTheBuilds() {
        Outcome outcome = LabRunner.run("--version");
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.out()).contains("lockspi lab " + System.getProperty("project.version"));
    }
}
