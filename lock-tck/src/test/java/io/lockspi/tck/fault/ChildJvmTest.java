package io.lockspi.tck.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class ChildJvmTest {

    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(150);

    private static ChildJvmBuilder child(String what) {
        return ChildJvm.of(ChildMain.class)
                .options("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
                .arguments(what);
    }

    @Test
    void speaksInLinesAndCanBePaused() throws Exception {
        List<String> heard = new CopyOnWriteArrayList<>();
        try (ChildJvm jvm =
                child("echo").property("greeting", "a b").onLine(heard::add).start()) {
            assertThat(jvm.nextLine(SOON)).isEqualTo("ready a b");
            jvm.process().pause();
            jvm.send("1");
            jvm.send("2");
            assertThatThrownBy(() -> jvm.nextLine(SHORT)).isInstanceOf(TimeoutException.class);
            jvm.process().resume();
            assertThat(jvm.awaitLine(line -> line.endsWith("2"), SOON)).isEqualTo("echo 2");
            assertThat(jvm.lines()).containsExactly("ready a b", "echo 1", "echo 2");
            assertThat(heard).startsWith("ready a b", "echo 1");

            jvm.process().kill();
            assertThat(jvm.process().awaitExit(SOON)).isEqualTo(128 + 9);
            assertThatThrownBy(() -> jvm.send("3")).isInstanceOf(UncheckedIOException.class);
        }
    }

    @Test
    void earlyEndIsReportedWithItsStandardError() throws Exception {
        try (ChildJvm jvm = child("nonsense").start()) {
            assertThatThrownBy(() -> jvm.nextLine(SOON))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(ChildMain.class.getName())
                    .hasMessageContaining("Unknown: nonsense");
        }
    }

    @Test
    void watchingChildReadsItsInputAndEndsWithIt() throws Exception {
        try (ChildJvm jvm = child("watch").start()) {
            jvm.nextLine(SOON);
            jvm.send("häl lo");
            assertThat(jvm.nextLine(SOON)).isEqualTo("echo häl lo");
            jvm.process().process().getOutputStream().close();
            assertThat(jvm.process().awaitExit(SOON)).isEqualTo(ParentWatch.EXIT_CODE);
        }
    }

    @Test
    void nothingOutlivesAKilledParent() throws Exception {
        try (ChildJvm parent = child("parent").start()) {
            String[] said = parent.nextLine(SOON).split(" ", 3);
            List<ProcessHandle> children = List.of(handle(said[0]), handle(said[1]));
            Path directory = Path.of(said[2]);
            assertThat(directory).exists();

            parent.process().kill();
            for (ProcessHandle child : children) {
                ProcessControl.awaitExit(child, Duration.ofSeconds(10));
            }
            awaitGone(directory);
        }
    }

    private static ProcessHandle handle(String pid) {
        return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    }

    private static void awaitGone(Path directory) {
        long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (Files.exists(directory) && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }
        assertThat(directory).doesNotExist();
    }
}
