package io.lockspi.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.tck.fault.ChildJvm;
import io.lockspi.tck.fault.ChildProcess;
import io.lockspi.tck.fault.ProcessControl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class NothingOutlivesTheParentTest {

    private static final Duration SOON = Duration.ofSeconds(30);

    static Stream<Arguments> endings() {
        return Stream.of(
                Arguments.of("SIGKILL", (Consumer<ChildProcess>) ChildProcess::kill),
                Arguments.of("SIGTERM", (Consumer<ChildProcess>) ChildProcess::terminate));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("endings")
    void serversAndFilesAreGone(String signal, Consumer<ChildProcess> end, @TempDir Path temporary) throws Exception {
        try (ChildJvm parent = ChildJvm.of(ServerOwnerMain.class)
                .options("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
                .property("java.io.tmpdir", temporary.toString())
                .start()) {
            String[] said = parent.nextLine(SOON).split(" ", -1);
            List<ProcessHandle> ensemble = Stream.of(parent.nextLine(SOON).split(" ", -1))
                    .map(pid -> ProcessHandle.of(Long.parseLong(pid)).orElseThrow())
                    .toList();
            assertThat(parent.nextLine(SOON)).isEqualTo("paused");
            ProcessHandle running = ProcessHandle.of(Long.parseLong(said[0])).orElseThrow();
            ProcessHandle paused = ProcessHandle.of(Long.parseLong(said[2])).orElseThrow();
            assertThat(Path.of(said[1])).exists();

            end.accept(parent.process());
            ProcessControl.awaitExit(running, Duration.ofSeconds(10));
            ProcessControl.awaitExit(paused, Duration.ofSeconds(10));
            for (ProcessHandle server : ensemble) {
                ProcessControl.awaitExit(server, Duration.ofSeconds(10));
            }
            awaitEmpty(temporary);
        }
    }

    private static void awaitEmpty(Path directory) throws IOException {
        long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (!leftIn(directory).isEmpty() && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }
        assertThat(leftIn(directory)).isEmpty();
    }

    private static List<String> leftIn(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.map(path -> path.getFileName().toString())
                    .filter(name -> name.startsWith("lockspi"))
                    .toList();
        }
    }
}
