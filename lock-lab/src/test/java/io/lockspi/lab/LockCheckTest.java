package io.lockspi.lab;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockspi.lab.ui.BadInputException;
import io.lockspi.servers.RedisServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LockCheckTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Test
    void serverThatAnswersLateIsWaitedFor() {
        try (RedisServer server = RedisServer.start()) {
            server.kill();
            var late = CompletableFuture.runAsync(
                    server::restartEmpty, CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS));
            assertThatCode(() -> LockCheck.usable(LockCheck.read(server.uri().toString()), PATIENCE))
                    .doesNotThrowAnyException();
            late.join();
        }
    }

    @Test
    void usersServerIsAskedOnce() {
        try (RedisServer server = RedisServer.start()) {
            server.kill();
            assertThatThrownBy(
                            () -> LockCheck.usable(LockCheck.read(server.uri().toString())))
                    .isInstanceOf(BadInputException.class)
                    .hasMessageContaining("127.0.0.1:" + server.port());
        }
    }
}
