package io.lockspi.tck.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.tck.Level;
import io.lockspi.tck.Means;
import io.lockspi.tck.Report;
import io.lockspi.tck.RuleInfo;
import io.lockspi.tck.RuleResult;
import io.lockspi.tck.RuleState;
import io.lockspi.tck.Tck;
import io.lockspi.tck.TckListener;
import io.lockspi.tck.TckOptions;
import io.lockspi.tck.report.JsonReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The kit can fail: each broken back end is found by the rule that is named for it, and in words that help. */
class KitSelfTest {
    private static final int SIDE_BY_SIDE = 16;
    private static final Map<Mutant, CompletableFuture<RuleResult>> RESULTS = new LinkedHashMap<>();
    private static final ExecutorService RUNNERS = runners(SIDE_BY_SIDE);
    /** Starting many JVMs at once would starve them all. */
    private static final ExecutorService JVM_RUNNERS = runners(3);

    private static ExecutorService runners(int count) {
        return Executors.newFixedThreadPool(count, task -> {
            Thread thread = new Thread(task, "mutant");
            thread.setDaemon(true);
            return thread;
        });
    }

    @BeforeAll
    static void runAll() {
        for (Mutant mutant : Mutants.ALL) {
            RESULTS.put(
                    mutant,
                    CompletableFuture.supplyAsync(() -> run(mutant), startsJvms(mutant) ? JVM_RUNNERS : RUNNERS));
        }
    }

    private static boolean startsJvms(Mutant mutant) {
        return Tck.rules().stream()
                .anyMatch(rule -> rule.id().equals(mutant.rule()) && rule.uses().contains(Means.PROCESSES));
    }

    private static RuleResult run(Mutant mutant) {
        // A broken lock may spin, and virtual threads have few carriers to spin on.
        TckOptions options = TckOptions.fromSystemProperties()
                .withVirtualThreads(false)
                .withDirectory(null)
                .withTimeFactor(1)
                .withOnly(mutant.rule());
        try {
            Report report = Tck.run(mutant.subject().get(), options, new TckListener() {});
            return report.rules().stream()
                    .filter(result -> result.rule().id().equals(mutant.rule()))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("there is no rule " + mutant.rule()));
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    @TestFactory
    Stream<DynamicTest> everyMutantIsFound() {
        return RESULTS.entrySet().stream()
                .map(entry -> DynamicTest.dynamicTest(entry.getKey().toString(), () -> {
                    RuleResult result = entry.getValue().get();
                    assertThat(result.state())
                            .as(entry.getKey() + ": " + result.message())
                            .isEqualTo(RuleState.FAIL);
                    assertThat(result.message())
                            .startsWith(result.rule().id() + ": ")
                            .doesNotContain("NullPointerException");
                }));
    }

    @Test
    void everyMustRuleHasAMutant() {
        assertThat(mustRulesWithoutMutant()).isEmpty();
    }

    private static List<String> mustRulesWithoutMutant() {
        Set<String> covered = Mutants.ALL.stream().map(Mutant::rule).collect(Collectors.toSet());
        return Tck.rules().stream()
                .filter(rule -> rule.level() == Level.MUST)
                .map(RuleInfo::id)
                .filter(id -> !covered.contains(id))
                .toList();
    }

    @AfterAll
    static void writeFigures() throws IOException {
        RUNNERS.shutdown();
        JVM_RUNNERS.shutdown();
        Files.createDirectories(Path.of("target"));
        Files.writeString(Path.of("target", "kit-self-test.json"), figures());
    }

    private static String figures() {
        long caught = RESULTS.values().stream()
                .filter(result -> result.join().state() == RuleState.FAIL)
                .count();
        long must =
                Tck.rules().stream().filter(rule -> rule.level() == Level.MUST).count();
        String detail = RESULTS.entrySet().stream().map(KitSelfTest::detail).collect(Collectors.joining(",\n    "));
        return "{\n  \"rules\": " + Tck.rules().size() + ",\n  \"mustRules\": " + must + ",\n  \"mutants\": "
                + RESULTS.size() + ",\n  \"caught\": " + caught + ",\n  \"mustRulesWithoutMutant\": "
                + mustRulesWithoutMutant().size() + ",\n  \"detail\": [\n    " + detail + "\n  ]\n}\n";
    }

    private static String detail(Map.Entry<Mutant, CompletableFuture<RuleResult>> entry) {
        RuleResult result = entry.getValue().join();
        return "{\"mutant\": " + JsonReport.text(entry.getKey().name()) + ", \"rule\": "
                + JsonReport.text(result.rule().id()) + ", \"state\": "
                + JsonReport.text(result.state().name()) + ", \"seconds\": "
                + String.format(Locale.ROOT, "%.3f", result.seconds()) + ", \"message\": "
                + JsonReport.text(result.message()) + "}";
    }
}
