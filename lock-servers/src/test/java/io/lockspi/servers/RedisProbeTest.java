package io.lockspi.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class RedisProbeTest {

    private static final Duration SOON = Duration.ofSeconds(5);

    @SuppressWarnings("NullAway.Init")
    private static RedisServer server;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void readsEveryKindOfAnswer() {
        assertThat(server.command("SET", "k", "vä\r\nlue")).isEqualTo("OK");
        assertThat(server.command("GET", "k")).isEqualTo("vä\r\nlue");
        assertThat(server.command("EXISTS", "k")).isEqualTo(1L);
        assertThat(server.command("GET", "none")).isNull();
        assertThat(server.command("SET", "empty", "")).isEqualTo("OK");
        assertThat(server.command("GET", "empty")).isEqualTo("");
        assertThat(server.command("EVAL", "return {1, {'a'}, redis.status_reply('S')}", "0"))
                .isEqualTo(List.of(1L, List.of("a"), "S"));
        assertThat(server.command("MGET", "none", "k")).isEqualTo(Arrays.asList(null, "vä\r\nlue"));
    }

    @Test
    void errorsAreExceptionsAndTheConnectionStaysUsable() {
        try (RedisProbe probe = server.connect(SOON)) {
            probe.command("SET", "text", "x");
            assertThatThrownBy(() -> probe.command("LPUSH", "text", "y"))
                    .isInstanceOfSatisfying(RedisReplyException.class, e -> {
                        assertThat(e.code()).isEqualTo("WRONGTYPE");
                        assertThat(e).hasMessageContaining("wrong kind of value");
                    });
            assertThat(probe.command("PING")).isEqualTo("PONG");
        }
    }

    @Test
    void callsAreCountedAtTheServer() {
        server.command("CONFIG", "RESETSTAT");
        server.command("EVAL", "return redis.call('GET', 'k')", "0");
        server.command("ECHO", "a");
        server.command("ECHO", "b");
        assertThat(server.calls())
                .containsEntry("ECHO", 2L)
                .containsEntry("EVAL", 1L)
                .containsEntry("GET", 1L);
    }

    @Test
    void monitorShowsWhatIsExecuted() throws Exception {
        try (RedisMonitor monitor = server.monitor()) {
            server.command("ECHO", "first");
            server.command("ECHO", "second");
            monitor.await(line -> line.contains("\"second\""), SOON);
            assertThat(monitor.lines()).anyMatch(line -> line.contains("\"ECHO\" \"first\""));
        }
    }
}
