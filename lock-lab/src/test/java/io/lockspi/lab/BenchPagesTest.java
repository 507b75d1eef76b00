package io.lockspi.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.lab.LabRunner.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

/** Pictures and a page from an earlier report. */
class BenchPagesTest {
    private static final String REPORT = """
            {"run": {"command": "./lab bench --peers", "machine": "Linux, 2 cores"},
             "scenarios": [
              {"name": "one-jvm", "subject": "lockspi-redis", "opsPerSecond": 52468.25, "slowestRound": 50000,
               "fastestRound": 54000, "p50Us": 80, "waitPercentilesUs": {"50": 80, "99": 200.5, "100": 12000}},
              {"name": "one-jvm", "subject": "rlock", "opsPerSecond": 2287, "slowestRound": 2100, "fastestRound": 2300,
               "p50Us": 1000, "waitPercentilesUs": {"50": 1000, "99": 8000, "100": 85000}},
              {"name": "one-jvm", "subject": "curator", "failure": "gone|away"},
              {"name": "held-heap", "subject": "lockspi-redis", "lost": 0, "bytesPerHeldLock": 812}],
             "notRun": [{"name": "virtual-threads", "reason": "no JDK was found"}],
             "bars": [
              {"name": "a", "value": 22.125, "measured": true, "bar": 20, "limit": "at least", "met": true},
              {"name": "b", "value": 1.5, "measured": true, "bar": 1.35, "limit": "at most", "met": false},
              {"name": "c", "measured": false, "bar": 4, "limit": "at most", "met": false}]}
            """;

    private static final String PAGE = """
            # Speed
            Kept.
            <!-- bench:bars -->
            old
            <!-- /bench -->
            Kept too.
            <!-- bench:growth -->
            <!-- /bench -->
            <!-- bench:figures -->
            <!-- /bench -->
            <!-- bench:run --><!-- /bench -->
            """;

    @TempDir
    Path directory;

    private Path json;
    private Path page;

    @BeforeEach
    void files() throws IOException {
        json = Files.writeString(directory.resolve("bench.json"), REPORT);
        page = Files.writeString(directory.resolve("page.md"), PAGE);
    }

    @Test
    void thePageIsFilledAndTheRestIsKept() throws IOException {
        assertRuns("bench", "--from", json.toString(), "--page", page.toString(), "--plots", plots().toString());
        String text = Files.readString(page);
        assertThat(text)
                .startsWith("# Speed\nKept.\n<!-- bench:bars -->\n| bar |")
                .contains("Kept too.\n")
                .doesNotContain("old")
                .contains("| a | 22.13 | at least 20 | met |")
                .contains("| b | 1.50 | at most 1.35 | **not met** |")
                .contains("| c | – | at most 4 | not measured |")
                .contains("| `lockspi-redis` | 52,468 | 50,000 | 54,000 | 80 | – |")
                .contains("gone\\|away")
                .contains("| `lockspi-redis` | 0 | 812 |")
                .contains("**By threads that want one lock**")
                .contains(
                        "| 8 in one JVM | `lockspi-redis` | 52,468 | 80 |\n| 8 in one JVM | `rlock` | 2,287 | 1,000 |")
                .contains("| 100,000, held | `lockspi-redis` | 812 |")
                .doesNotContain("**By servers: one Redis, five, an ensemble**")
                .contains("![one-jvm: waits](plots/one-jvm-waits.svg)")
                .contains("Not run: `virtual-threads`, because no JDK was found.")
                .contains("| command | `./lab bench --peers` |");
        // Filling it again changes nothing.
        assertRuns("bench", "--from", json.toString(), "--page", page.toString(), "--plots", plots().toString());
        assertThat(Files.readString(page)).isEqualTo(text);
    }

    @Test
    void everyScenarioHasItsPictures() throws Exception {
        assertRuns("bench", "--from", json.toString(), "--plots", plots().toString());
        try (var files = Files.list(plots())) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("one-jvm.svg", "one-jvm-waits.svg", "held-heap-bytes.svg");
        }
        Document picture = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(plots().resolve("one-jvm.svg").toFile());
        assertThat(picture.getDocumentElement().getAttribute("width")).isEqualTo("900");
        // A dot for each of the two subjects that were measured, and one in the legend.
        assertThat(picture.getElementsByTagName("circle").getLength()).isEqualTo(3);
    }

    private Path plots() {
        return directory.resolve("plots");
    }

    private static void assertRuns(String... arguments) {
        Outcome outcome = LabRunner.run(arguments);
        assertThat(outcome.exitCode()).as(outcome.err() + outcome.out()).isZero();
    }
}
