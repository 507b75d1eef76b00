package io.lockspi.tck.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.tck.history.CheckOptions;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The back end in memory keeps its promises under a random workload. */
class LocalWorkloadTest {
    private static final System.Logger LOGGER = System.getLogger(LocalWorkloadTest.class.getName());

    @Test
    void localLocksPass() throws Exception {
        WorkloadResult result = Workload.of("local:random-workload")
                .inThisJvm()
                .duration(Duration.ofSeconds(3))
                .lease(Duration.ofMillis(60))
                .checks(CheckOptions.standard().requireTokens().maxWait(Duration.ofSeconds(30)))
                .directory(Path.of("target", "lock-tck"))
                .run()
                .requirePassed();
        LOGGER.log(System.Logger.Level.INFO, result.text());
        assertThat(result.directory()).doesNotExist();
        assertThat(result.report().figures().acquired()).isGreaterThan(50);
        assertThat(result.report().figures().notAcquired()).isPositive();
        assertThat(result.witnessed().writesAccepted()).isGreaterThan(50);
        assertThat(result.report().figures().lost()).as("outlasted leases").isPositive();
        assertThat(result.report().figures().releaseFailed()).isPositive();
        assertThat(result.history().events()).anyMatch(event -> event.note().equals("interrupted"));
    }
}
