package io.lockspi.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class RedisRoleTest {
    private static final int READS = 200;

    @Test
    void isToldThoughClientsAreHungUpOn() {
        AtomicBoolean done = new AtomicBoolean();
        try (RedisServer server = RedisServer.builder().password("secret").start();
                RedisProbe killer = server.connect(Duration.ofSeconds(30))) {
            CompletableFuture<Void> kills = CompletableFuture.runAsync(() -> {
                while (!done.get()) {
                    killer.command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
                }
            });
            try {
                for (int i = 0; i < READS; i++) {
                    assertThat(RedisRole.of(server).master()).isTrue();
                }
            } finally {
                done.set(true);
                kills.join();
            }
        }
    }

    @Test
    void isNotWaitedForOfServerThatDoesNotRun() {
        try (RedisServer server = RedisServer.start()) {
            server.kill();
            assertThatThrownBy(() -> RedisRole.of(server)).isInstanceOf(UncheckedIOException.class);
        }
    }
}
