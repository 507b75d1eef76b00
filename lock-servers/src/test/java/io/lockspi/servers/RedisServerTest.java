package io.lockspi.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedisServerTest {

    private static final Duration SHORT = Duration.ofMillis(150);

    @Test
    void startsAnswersAndStops() {
        try (RedisServer server = RedisServer.start()) {
            assertThat(server.isRunning()).isTrue();
            assertThat(server.command("PING")).isEqualTo("PONG");
            assertThat(server.uri()).hasToString("redis://127.0.0.1:" + server.port());
            server.stop();
            assertThat(server.isRunning()).isFalse();
            assertThatThrownBy(() -> server.command("PING"))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("127.0.0.1:" + server.port());
        }
    }

    @Test
    void listensOnTheLoopbackAddressOnly() {
        try (RedisServer server = RedisServer.start()) {
            assertThat(server.command("CONFIG", "GET", "bind")).asString().isEqualTo("[bind, 127.0.0.1]");
        }
    }

    @Test
    void pausedServerAnswersNobodyAndGoesOnWhenResumed() {
        try (RedisServer server = RedisServer.start();
                RedisProbe probe = server.connect(SHORT)) {
            server.pause();
            assertThatThrownBy(() -> probe.command("PING"))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasCauseInstanceOf(SocketTimeoutException.class);
            assertThat(server.isRunning()).isTrue();
            server.resume();
            assertThat(server.command("PING")).isEqualTo("PONG");
        }
    }

    @Test
    void pausedServerCanBeStopped() {
        try (RedisServer server = RedisServer.start()) {
            server.pause();
            long start = System.nanoTime();
            server.stop();
            assertThat(server.isRunning()).isFalse();
            // It ended by itself, and not because the patience with it did.
            assertThat(System.nanoTime() - start).isLessThan(LocalRedis.STOP_TIMEOUT.toNanos());
        }
    }

    @Test
    void dataSurvivesAKillWithAof() {
        try (RedisServer server =
                RedisServer.builder().persistence(Persistence.AOF).start()) {
            int port = server.port();
            server.command("SET", "key", "kept");
            server.kill();
            server.restart();
            assertThat(server.port()).isEqualTo(port);
            assertThat(server.command("GET", "key")).isEqualTo("kept");
        }
    }

    @Test
    void dataIsLostByRestartEmpty() {
        try (RedisServer server =
                RedisServer.builder().persistence(Persistence.AOF).start()) {
            int port = server.port();
            server.command("SET", "key", "lost");
            server.restartEmpty();
            assertThat(server.port()).isEqualTo(port);
            assertThat(server.command("GET", "key")).isNull();
        }
    }

    @Test
    void restartThatWouldLoseDataIsRefused() {
        try (RedisServer server = RedisServer.start()) {
            assertThatThrownBy(server::restart)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("restartEmpty()");
        }
    }

    @Test
    void faultsOnAServerThatIsDownAreRefused() {
        try (RedisServer server = RedisServer.start()) {
            server.kill();
            assertThatThrownBy(server::pause)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(Integer.toString(server.port()));
        }
    }

    @Test
    void passwordIsAskedForAndGiven() {
        try (RedisServer server = RedisServer.builder().password("p ss\"word\\").start()) {
            assertThat(server.command("PING")).isEqualTo("PONG");
            assertThat(server.uri().getUserInfo()).isEqualTo(":p ss\"word\\");
            assertStrangerIsRefused(server);
        }
    }

    @Test
    void userIsAskedForAndGiven() {
        try (RedisServer server = RedisServer.builder().user("app", "secret").start()) {
            assertThat(server.command("ACL", "WHOAMI")).isEqualTo("app");
            assertThat(server.uri()).hasToString("redis://app:secret@127.0.0.1:" + server.port());
            assertThat(server.toString()).doesNotContain("secret");
            assertStrangerIsRefused(server);
        }
    }

    private static void assertStrangerIsRefused(RedisServer server) {
        try (RedisProbe stranger = RedisProbe.connect(server.host(), server.port(), Duration.ofSeconds(5))) {
            assertThatThrownBy(() -> stranger.command("PING"))
                    .isInstanceOfSatisfying(
                            RedisReplyException.class, e -> assertThat(e.code()).isEqualTo("NOAUTH"));
        }
    }

    @Test
    void twoServersAreIndependent() {
        try (RedisServer one = RedisServer.start();
                RedisServer two = RedisServer.start()) {
            one.command("SET", "key", "1");
            assertThat(two.command("GET", "key")).isNull();
        }
    }

    @Test
    void takenPortIsReportedWithTheLog() {
        try (RedisServer first = RedisServer.start()) {
            assertThatThrownBy(() -> RedisServer.builder().port(first.port()).start())
                    .isInstanceOf(ServerStartException.class)
                    .hasMessageContaining(":" + first.port())
                    .hasMessageContaining("Failed listening on port " + first.port());
        }
    }

    @Test
    void missingProgramIsReported(@TempDir Path empty) {
        Path nothing = empty.resolve("no-redis");
        assertThatThrownBy(() -> RedisServer.builder().program(nothing).start())
                .isInstanceOf(ServerStartException.class)
                .hasMessageContaining("There is no program " + nothing);
    }

    @Test
    void badConfigurationIsReportedWithTheLog() {
        assertThatThrownBy(() -> RedisServer.builder().config("nonsense 1").start())
                .isInstanceOf(ServerStartException.class)
                .hasMessageContaining("nonsense 1");
    }

    @Test
    void extraConfigurationWins() {
        try (RedisServer server = RedisServer.builder().config("maxclients 77").start()) {
            assertThat(server.command("CONFIG", "GET", "maxclients")).asString().contains("77");
        }
    }

    @Test
    void temporaryFilesAreRemovedAndGivenDirectoryIsKept(@TempDir Path given) {
        String temporary;
        try (RedisServer server = RedisServer.start();
                RedisServer other = RedisServer.builder().directory(given).start()) {
            temporary = String.valueOf(server.command("CONFIG", "GET", "dir"));
            assertThat(other.command("CONFIG", "GET", "dir")).asString().contains(given.toString());
        }
        assertThat(Path.of(temporary.substring("[dir, ".length(), temporary.length() - 1)))
                .doesNotExist();
        assertThat(Files.exists(given.resolve("redis.log"))).isTrue();
    }

    @Test
    void impossiblePortIsRefused() {
        assertThatThrownBy(() -> RedisServer.builder().port(70_000)).isInstanceOf(IllegalArgumentException.class);
    }
}
