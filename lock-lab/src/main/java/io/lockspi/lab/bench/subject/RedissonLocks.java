package io.lockspi.lab.bench.subject;

import java.net.URI;
import java.time.Duration;
import org.redisson.Redisson;
import org.redisson.api.RFencedLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * Redisson's locks.
 *
 * @param client the client
 * @param locks makes a lock of it
 */
@SuppressWarnings("LockNotBeforeTry") // the caller keeps lock and unlock together
record RedissonLocks(RedissonClient client, Maker<RedissonClient> locks) implements LockClient {

    /** Makes a lock of a client. */
    @FunctionalInterface
    interface Maker<C> {
        TimedLock make(C client, String name);
    }

    static LockClient open(URI uri, Duration lease, SharedThreads shared, Maker<RedissonClient> locks) {
        return new RedissonLocks(connect(uri, lease, shared), locks);
    }

    static RedissonClient connect(URI uri, Duration lease, SharedThreads shared) {
        Config config = new Config();
        config.setLockWatchdogTimeout(lease.toMillis());
        config.useSingleServer().setAddress(uri.toString());
        if (shared.loops() != null) {
            config.setEventLoopGroup(shared.loops()).setExecutor(shared.executor());
        }
        return Redisson.create(config);
    }

    static TimedLock plain(RLock lock) {
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

    static TimedLock fenced(RFencedLock lock) {
        return new TimedLock() {
            @Override
            public long lock() {
                return lock.lockAndGetToken();
            }

            @Override
            public void unlock() {
                lock.unlock();
            }
        };
    }

    @Override
    public TimedLock lock(String name) {
        return locks.make(client, name);
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
