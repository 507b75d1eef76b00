package io.lockspi.lab.bench.subject;

import java.net.URI;
import java.time.Duration;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.retry.ExponentialBackoffRetry;

/** Curator's mutex. Threads that want one lock share one mutex, as its documentation asks. */
record CuratorLocks(CuratorFramework curator, OnePerName<InterProcessMutex> mutexes) implements LockClient {
    private static final int FIRST_PAUSE_MILLIS = 1000;
    private static final int RETRIES = 3;

    static LockClient open(URI uri, Duration lease, SharedThreads shared) {
        // What Curator's "getting started" recommends.
        CuratorFramework curator = CuratorFrameworkFactory.newClient(
                uri.getAuthority(), new ExponentialBackoffRetry(FIRST_PAUSE_MILLIS, RETRIES));
        curator.start();
        return new CuratorLocks(
                curator, new OnePerName<>(name -> new InterProcessMutex(curator, ZooKeeperFloor.path(name))));
    }

    @Override
    public TimedLock lock(String name) {
        InterProcessMutex mutex = mutexes.get(name);
        return new TimedLock() {
            @Override
            public long lock() {
                ZooKeeperFloor.call(() -> {
                    mutex.acquire();
                    return true;
                });
                return NO_TOKEN;
            }

            @Override
            public void unlock() {
                ZooKeeperFloor.call(() -> {
                    mutex.release();
                    return true;
                });
            }
        };
    }

    @Override
    public void close() {
        curator.close();
    }
}
