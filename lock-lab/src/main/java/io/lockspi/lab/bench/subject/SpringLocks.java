package io.lockspi.lab.bench.subject;

import java.net.URI;
import java.util.concurrent.locks.Lock;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;

/** Spring Integration's locks on Redis. */
@SuppressWarnings("LockNotBeforeTry") // the caller keeps lock and unlock together
record SpringLocks(LettuceConnectionFactory connections, RedisLockRegistry registry) implements LockClient {
    static LockClient open(URI uri, RedisLockType type) {
        LettuceConnectionFactory connections =
                new LettuceConnectionFactory(new RedisStandaloneConfiguration(uri.getHost(), uri.getPort()));
        connections.afterPropertiesSet();
        connections.start();
        RedisLockRegistry registry = new RedisLockRegistry(connections, "lockspi-bench");
        registry.setRedisLockType(type);
        return new SpringLocks(connections, registry);
    }

    @Override
    public TimedLock lock(String name) {
        Lock lock = registry.obtain(name);
        return new TimedLock() {
            @Override
            public long lock() {
                lock.lock();
                return NO_TOKEN;
            }

            @Override
            public void unlock() {
                lock.unlock();
            }
        };
    }

    @Override
    public void close() {
        registry.destroy();
        connections.destroy();
    }
}
