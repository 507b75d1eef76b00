package io.lockspi.tck.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class ChildProcessTest {

    private static final Duration SOON = Duration.ofSeconds(10);

    private static ChildProcess start(String... command) throws IOException {
        return ChildProcess.start(new ProcessBuilder(command));
    }

    @Test
    void pausedProcessIsSilentAndGoesOnWhenResumed() throws Exception {
        try (ChildProcess cat = start("cat");
                BufferedWriter in = cat.process().outputWriter()) {
            BufferedReader out = cat.process().inputReader();
            in.write("first\n");
            in.flush();
            assertThat(out.readLine()).isEqualTo("first");

            LineCollector lines = new LineCollector("lines", out, line -> {});
            cat.pause();
            in.write("second\n");
            in.flush();
            assertThatThrownBy(() -> lines.await(line -> true, Duration.ofMillis(150)))
                    .isInstanceOf(TimeoutException.class);
            assertThat(cat.isAlive()).isTrue();
            cat.resume();
            assertThat(lines.await(line -> true, SOON)).isEqualTo("second");
        }
    }

    @Test
    void killEndsAPausedProcess() throws Exception {
        try (ChildProcess sleep = start("sleep", "600")) {
            sleep.pause();
            sleep.kill();
            assertThat(sleep.awaitExit(SOON)).isEqualTo(128 + 9);
        }
    }

    @Test
    void terminateAsksForTheEnd() throws Exception {
        try (ChildProcess sleep = start("sleep", "600")) {
            sleep.terminate();
            assertThat(sleep.awaitExit(SOON)).isEqualTo(128 + 15);
            sleep.terminate();
        }
    }

    @Test
    void anyProcessCanBeSignalledByItsId() throws Exception {
        try (ChildProcess sleep = start("sleep", "600")) {
            ProcessControl.kill(sleep.pid());
            ProcessControl.awaitExit(sleep.process().toHandle(), SOON);
            assertThat(sleep.isAlive()).isFalse();
        }
    }

    @Test
    void waitingTooShortSaysWhatStillRuns() throws Exception {
        try (ChildProcess sleep = start("sleep", "600")) {
            assertThatThrownBy(() -> sleep.awaitExit(Duration.ofMillis(10)))
                    .isInstanceOf(TimeoutException.class)
                    .hasMessageContaining(Long.toString(sleep.pid()));
            assertThatThrownBy(() -> ProcessControl.awaitExit(sleep.process().toHandle(), Duration.ofMillis(10)))
                    .isInstanceOf(TimeoutException.class);
        }
    }

    @Test
    void signalToAProcessThatIsGoneFails() throws Exception {
        ChildProcess gone = start("true");
        assertThat(gone.awaitExit(SOON)).isZero();
        assertThatThrownBy(() -> ProcessControl.resume(gone.pid()))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("SIGCONT")
                .hasMessageContaining(Long.toString(gone.pid()));
    }

    @Test
    void exitCodeAndArgumentsArePassedOn() throws Exception {
        try (ChildProcess shell = start("sh", "-c", "exit $1", "a b", "3")) {
            assertThat(shell.awaitExit(SOON)).isEqualTo(3);
        }
        try (ChildProcess missing = start("/no/such/program")) {
            assertThat(missing.awaitExit(SOON)).isEqualTo(127);
        }
    }
}
