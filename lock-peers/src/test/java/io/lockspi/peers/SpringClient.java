package io.lockspi.peers;

import io.lockspi.tck.LockClient;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;
import org.springframework.integration.support.locks.DistributedLock;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/**
 * Spring Integration's {@link RedisLockRegistry}, with or without its task that renews. Without it, locks have leases; what
 * is left of one is not to be had from Spring, so {@link LeaseNotes} tells.
 *
 * @param connections to Redis
 * @param registry the registry
 * @param renewal renews locks, or {@code null}
 * @param leases when each thread's leases end
 */
record SpringClient(
        LettuceConnectionFactory connections,
        RedisLockRegistry registry,
        @Nullable ThreadPoolTaskScheduler renewal,
        LeaseNotes leases)
        implements LockClient {
    static final String KEY = "peers";

    static SpringClient open(
            String server, RedisLockType type, boolean renewed, Duration lease, @Nullable Duration requestTimeout) {
        URI address = URI.create("redis://" + server);
        LettuceClientConfiguration.LettuceClientConfigurationBuilder client = LettuceClientConfiguration.builder();
        if (requestTimeout != null) {
            client.commandTimeout(requestTimeout);
        }
        LettuceConnectionFactory connections = new LettuceConnectionFactory(
                new RedisStandaloneConfiguration(address.getHost(), address.getPort()), client.build());
        connections.afterPropertiesSet();
        connections.start();
        RedisLockRegistry registry = new RedisLockRegistry(connections, KEY, lease);
        registry.setRedisLockType(type);
        ThreadPoolTaskScheduler renewal = renewed ? scheduler() : null;
        if (renewal != null) {
            registry.setRenewalTaskScheduler(renewal);
        }
        return new SpringClient(connections, registry, renewal, new LeaseNotes(lease));
    }

    private static ThreadPoolTaskScheduler scheduler() {
        ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
        scheduler.setPoolSize(2);
        scheduler.setDaemon(true);
        scheduler.initialize();
        return scheduler;
    }

    @Override
    public Lock lock(String name) {
        DistributedLock lock = registry.obtain(name);
        return renewal == null ? new NotedLock(lock, leases) : lock;
    }

    @Override
    public void lock(Lock lock, Duration lease) {
        noted(lock).lock(lease);
    }

    @Override
    public boolean tryLock(Lock lock, Duration wait, Duration lease) throws InterruptedException {
        return noted(lock).tryLock(wait, lease);
    }

    @Override
    public boolean isHeld(Lock lock) {
        return !remainingLease(lock).isZero();
    }

    @Override
    public Duration remainingLease(Lock lock) {
        return leases.left(noted(lock).real());
    }

    private NotedLock noted(Lock lock) {
        if (lock instanceof NotedLock noted) {
            return noted;
        }
        throw new UnsupportedOperationException("with the task that renews, leases are renewed as well");
    }

    @Override
    public void close() {
        if (renewal != null) {
            renewal.shutdown();
        }
        registry.destroy();
        connections.destroy();
    }
}
