package io.lockspi.tck.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.tck.fault.ProcessControl;
import io.lockspi.tck.history.CheckOptions;
import io.lockspi.tck.history.Event;
import io.lockspi.tck.history.EventKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several JVMs share good locks while some are paused, killed and replaced. */
class FaultScheduleTest {
    @TempDir
    Path directory;

    @Test
    void goodLocksPassWhileProcessesArePausedAndKilled() throws Exception {
        Assertions.assertTrue(ProcessControl.isSupported(), "needs a POSIX system");
        WorkloadResult result = Workload.of(FileLocks.class.getName(), directory.toString())
                .processes(3)
                .threads(2)
                .duration(Duration.ofSeconds(3))
                .checks(CheckOptions.standard().requireTokens())
                .directory(directory)
                .fault(Duration.ofMillis(500), "pause one", control -> control.pause(1))
                .fault(Duration.ofMillis(1_000), "resume it", control -> control.resume(1))
                .fault(Duration.ofMillis(1_500), "replace one", control -> {
                    control.kill(2);
                    control.start();
                })
                .run()
                .requirePassed();
        List<Event> events = result.history().events();
        assertThat(events.stream().map(Event::kind))
                .containsSubsequence(EventKind.PAUSED, EventKind.RESUMED, EventKind.KILLED, EventKind.ACQUIRED);
        // Whoever asks need not be served: these locks are not fair.
        assertThat(events.stream()
                        .filter(event ->
                                event.kind() == EventKind.INVOKE_ACQUIRE || event.kind() == EventKind.INVOKE_ATTEMPT)
                        .map(Event::process))
                .contains(1, 2, 3, 4);
        long killed = events.stream()
                .filter(event -> event.kind() == EventKind.KILLED)
                .findFirst()
                .orElseThrow()
                .nanos();
        assertThat(events)
                .noneMatch(event -> event.process() == 2 && event.nanos() > killed && event.kind() != EventKind.LEFT);
    }
}
