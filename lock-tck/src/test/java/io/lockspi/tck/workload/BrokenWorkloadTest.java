package io.lockspi.tck.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockspi.tck.history.History;
import io.lockspi.tck.history.ViolationKind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Broken locks, broken schedules and broken processes are found, and the evidence is left. */
class BrokenWorkloadTest {
    @TempDir
    Path directory;

    private Workload workload(Class<?> factory, String argument) {
        return Workload.of(factory.getName(), argument)
                .directory(directory)
                .duration(Duration.ofSeconds(1))
                .seed(42);
    }

    @Test
    void missingExclusionIsCaughtByCheckerAndWitness() throws Exception {
        WorkloadResult result =
                workload(BrokenLocks.NoExclusion.class, "").inThisJvm().run();
        assertThat(result.passed()).isFalse();
        assertThat(result.report().count(ViolationKind.TWO_VALID_HOLDERS)).isPositive();
        assertThat(result.witnessed().count(ViolationKind.TWO_VALID_HOLDERS)).isPositive();
        assertThatThrownBy(result::requirePassed)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("two holders at once, both valid (V1)")
                .hasMessageContaining("seed 42")
                .hasMessageContaining(result.directory().toString());
        assertThat(History.read(result.directory())).isEqualTo(result.history());
        assertThat(result.directory().resolve("history.jsonl")).isNotEmptyFile();
        assertThat(result.directory().resolve("run.properties")).content().contains("seed=42");
        assertThat(result.directory().resolve("verdict.txt")).content().isEqualTo(result.text());
    }

    @Test
    void repeatedTokensAreCaught() throws Exception {
        WorkloadResult result = workload(BrokenLocks.RepeatedTokens.class, "repeated")
                .inThisJvm()
                .run();
        assertThat(result.passed()).isFalse();
        assertThat(result.report().counts()).containsOnlyKeys(ViolationKind.TOKEN_REPEATED);
        assertThat(result.report().first().orElseThrow().message()).contains(" got token ");
    }

    @Test
    void locksOfOneJvmAreCaughtAcrossJvms() throws Exception {
        WorkloadResult result =
                workload(BrokenLocks.NoExclusion.class, "").processes(2).run();
        assertThat(result.report().count(ViolationKind.TWO_VALID_HOLDERS)).isPositive();
        assertThat(result.witnessed().rawUpdatesLost()).isPositive();
    }

    @Test
    void threadsThatNeverComeBackAreNamed() throws Exception {
        WorkloadResult result = workload(BrokenLocks.NeverReturns.class, "")
                .inThisJvm()
                .processes(1)
                .patience(Duration.ofSeconds(1))
                .run();
        assertThat(result.passed()).isFalse();
        assertThat(result.text()).contains("workload-1-1 did not come back within PT1S", "ReentrantLock");
    }

    @Test
    void factoryThatIsNoneIsNamed() {
        Workload workload = workload(String.class, "").inThisJvm();
        assertThatThrownBy(workload::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("java.lang.String must be a public class");
    }

    @Test
    void processThatDoesNotStartIsNamed() {
        Workload workload = workload(String.class, "").processes(1);
        assertThatThrownBy(workload::run)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("process 1 of the workload did not start")
                .hasMessageContaining("java.lang.String must be a public class");
    }

    @Test
    void faultThatFailsIsNamed() {
        Workload workload = workload(FileLocks.class, directory.toString())
                .inThisJvm()
                .fault(Duration.ofMillis(10), "kill a thread", control -> control.kill(1));
        assertThatThrownBy(workload::run)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the fault 'kill a thread' could not be injected")
                .hasRootCauseMessage("cannot kill a client that runs in this JVM: leave out inThisJvm()");
    }

    @Test
    void processThatDiesUnplannedIsNamed() throws Exception {
        WorkloadResult result = workload(Dying.class, "").processes(1).run();
        assertThat(result.passed()).isFalse();
        assertThat(result.text()).contains("process 1 ended too early");
        assertThat(result.directory()).isNotEmptyDirectory();
    }

    /** Its process halts after a while. */
    public static final class Dying implements WorkloadClientFactory {
        /** Makes a factory. */
        public Dying() {}

        @Override
        public WorkloadClient open(String argument) {
            return new WorkloadClient() {
                @Override
                public java.util.concurrent.locks.Lock lock(String name) {
                    Runtime.getRuntime().halt(9);
                    throw new AssertionError();
                }

                @Override
                public void close() {}
            };
        }
    }
}
