package io.lockspi.lab.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockspi.LockConfig;
import io.lockspi.tck.NodeFaults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of the user's commands. */
class HookedNodesTest {
    private static NodeFaults nodes(String pause) {
        return Hooks.of(List.of("kill=true", "restart=true", "pause=" + pause, "resume=true"), Duration.ofMillis(300))
                .nodes(LockConfig.of("redis://first,second"), true)
                .orElseThrow();
    }

    @Test
    void commandIsToldTheServersNumber(@TempDir Path directory) throws IOException {
        Path told = directory.resolve("told");
        NodeFaults nodes = nodes("echo \"$LOCKSPI_NODE\" >" + told);
        nodes.pause(1);
        assertThat(told).hasContent("1");
        assertThat(nodes.size()).isEqualTo(2);
        assertThat(Files.size(told)).isPositive();
    }

    @Test
    void commandIsToldTheLocksName(@TempDir Path directory) {
        Path told = directory.resolve("told");
        Hooks.of(List.of("evict=printf %s \"$LOCKSPI_LOCK\" >" + told), Duration.ofSeconds(5))
                .eviction()
                .orElseThrow()
                .evict("a b$c");
        assertThat(told).hasContent("a b$c");
    }

    @Test
    void commandThatFailsIsNamedWithWhatItSaidButNotRepeated() {
        assertThatThrownBy(() -> nodes("echo broken >&2; : secret; exit 4").pause(0))
                .hasMessage("the hook 'pause' ended with exit code 4: broken");
    }

    @Test
    void commandThatDoesNotEndIsEndedAndNamed() {
        assertThatThrownBy(() -> nodes("exec sleep 60").pause(0))
                .hasMessageContaining("the hook 'pause' has not ended within 300 ms");
    }

    @Test
    void commandMayLeaveAServerInTheBackgroundThatKeepsItsOutputOpen() {
        // Would last for ever if the end of the output was waited for.
        nodes("(sleep 2; echo late) & true").pause(0);
    }

    @Test
    void withoutHooksThereIsNothing() {
        Hooks none = Hooks.of(List.of(), Duration.ofSeconds(1));
        assertThat(none.eviction()).isEmpty();
        assertThat(none.nodes(LockConfig.of("redis://first"), true)).isEmpty();
    }
}
