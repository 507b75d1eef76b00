package io.lockspi.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.servers.RedisServer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;
import org.springframework.integration.support.locks.DistributedLock;

/** What the kit found of Spring Integration's registry, shown with Spring alone, in both modes. */
@SuppressWarnings("LockNotBeforeTry")
class SpringFacts {
    private static final String NAME = "fact";
    private static final RedisServer SERVER = RedisServer.start();
    private final LettuceConnectionFactory connections =
            new LettuceConnectionFactory(new RedisStandaloneConfiguration(SERVER.host(), SERVER.port()));

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @BeforeEach
    void start() {
        SERVER.command("FLUSHALL");
        connections.afterPropertiesSet();
        connections.start();
    }

    @AfterEach
    void close() {
        Thread.interrupted();
        connections.destroy();
    }

    private DistributedLock lock(RedisLockType type, Duration ttl) {
        RedisLockRegistry registry = new RedisLockRegistry(connections, "facts", ttl);
        registry.setRedisLockType(type);
        return registry.obtain(NAME);
    }

    private static String key() {
        return "facts:" + NAME;
    }

    @ParameterizedTest
    @EnumSource
    @Confirms(
            peers = {"spring-spin", "spring-pubsub"},
            rules = {"L45"})
    void anInterruptedTimedTryLockThrowsSomethingElseAndLosesTheFlag(RedisLockType type) throws InterruptedException {
        lock(type, Duration.ofSeconds(30)).lock();
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        AtomicBoolean flag = new AtomicBoolean();
        DistributedLock wanted = lock(type, Duration.ofSeconds(30));
        Thread waiter = new Thread(() -> {
            try {
                wanted.tryLock(20, TimeUnit.SECONDS);
            } catch (InterruptedException | RuntimeException ended) {
                failure.set(ended);
                flag.set(Thread.currentThread().isInterrupted());
            }
        });
        waiter.start();
        Pause.of(Duration.ofSeconds(1));
        waiter.interrupt();
        waiter.join(15_000);
        assertThat(failure.get()).isInstanceOf(CannotAcquireLockException.class);
        assertThat(flag).isFalse();
    }
}
