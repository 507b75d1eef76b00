package io.lockspi.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Needs a Docker daemon; runs with {@code -Dlockspi.servers=containers} only. */
@Tag("containers")
class ContainerRedisTest {

    @Test
    void everyFaultWorksInAContainer() {
        try (RedisServer server = RedisServer.builder()
                .persistence(Persistence.AOF)
                .password("secret")
                .start()) {
            int port = server.port();
            server.command("SET", "key", "kept");

            server.pause();
            try (RedisProbe probe = RedisProbe.connect(server.host(), port, Duration.ofMillis(200))) {
                assertThatThrownBy(() -> probe.command("PING")).isInstanceOf(UncheckedIOException.class);
            }
            server.resume();
            assertThat(server.command("GET", "key")).isEqualTo("kept");

            server.pause();
            server.kill();
            assertThat(server.isRunning()).isFalse();
            server.restart();
            assertThat(server.port()).isEqualTo(port);
            assertThat(server.command("GET", "key")).isEqualTo("kept");

            server.stop();
            assertThat(server.isRunning()).isFalse();
            server.restartEmpty();
            assertThat(server.command("GET", "key")).isNull();
        }
    }

    @Test
    void programOfThisMachineIsRefused() {
        RedisServerBuilder builder = RedisServer.builder().program(Path.of("redis-server"));
        assertThatThrownBy(builder::start)
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("-Dlockspi.servers=local");
    }
}
