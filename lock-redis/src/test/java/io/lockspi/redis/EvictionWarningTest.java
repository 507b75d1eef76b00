package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.servers.RedisServer;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EvictionWarningTest {
    private final Logger logger = Logger.getLogger(RedisLockService.class.getName());
    private final LinkedBlockingQueue<String> warnings = new LinkedBlockingQueue<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            warnings.add(new SimpleFormatter().formatMessage(entry));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        logger.addHandler(handler);
    }

    @AfterEach
    void stopListening() {
        logger.removeHandler(handler);
    }

    @Test
    void serverThatMayEvictLocksIsReportedOnce() throws InterruptedException {
        try (RedisServer server = RedisServer.builder()
                        .config("maxmemory-policy allkeys-lru")
                        .start();
                TestClient client = TestClient.to(server.host(), server.port())) {
            client.acquire(TestClient.claim("a"));
            client.acquire(TestClient.claim("b"));
            assertThat(warnings.poll(5, TimeUnit.SECONDS))
                    .contains("allkeys-lru", "noeviction", "redis://127.0.0.1:" + server.port());
            client.acquire(TestClient.claim("c"));
            assertThat(warnings).isEmpty();
        }
    }

    @Test
    void serverThatKeepsLocksIsNot() {
        SharedRedis.reset();
        try (TestClient client = SharedRedis.client()) {
            client.acquire(TestClient.claim("a"));
            TestClient.await(client.spi.check());
            assertThat(warnings).isEmpty();
        }
    }
}
