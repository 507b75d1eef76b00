package io.lockspi.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

class RedisRoleTest {
    private static final int READS = 200;

    /** With no bound the reader may never be fast enough between two of them. */
    private static final int HANG_UPS_PER_READ = 3;

    @Test
    void isToldThoughClientsAreHungUpOn() {
        Semaphore due = new Semaphore(0);
        try (RedisServer server = RedisServer.builder().password("secret").start();
                RedisProbe killer = server.connect(Duration.ofSeconds(30))) {
            CompletableFuture<Void> kills = CompletableFuture.runAsync(() -> {
                for (int i = 0; i < READS * HANG_UPS_PER_READ; i++) {
                    due.acquireUninterruptibly();
                    killer.command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
                }
            });
            try {
                for (int i = 0; i < READS; i++) {
                    due.release(HANG_UPS_PER_READ);
                    assertThat(RedisRole.of(server).master()).isTrue();
                }
            } finally {
                due.release(READS * HANG_UPS_PER_READ);
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
