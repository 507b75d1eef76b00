package io.lockspi.peers;

import io.lockspi.tck.LockClient;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.retry.ExponentialBackoffRetry;
import org.jspecify.annotations.Nullable;

/**
 * Curator's {@link InterProcessMutex}, one for each name, as its documentation asks: a mutex is made once and used again.
 * The session's time-out is the lease.
 */
record CuratorClient(CuratorFramework curator, Map<String, MutexLock> mutexes) implements LockClient {
    private static final String ROOT = "/peers/";

    /**
     * Opens a client.
     *
     * @param servers {@code host:port,host:port}
     * @param lease the session's time-out
     * @param requestTimeout how long to wait for a connection, or {@code null} for Curator's default
     */
    static CuratorClient open(String servers, Duration lease, @Nullable Duration requestTimeout) {
        CuratorFrameworkFactory.Builder builder = CuratorFrameworkFactory.builder()
                .connectString(servers)
                .sessionTimeoutMs((int) lease.toMillis())
                // What Curator's "getting started" recommends.
                .retryPolicy(new ExponentialBackoffRetry(1000, 3));
        if (requestTimeout != null) {
            builder.connectionTimeoutMs((int) requestTimeout.toMillis());
        }
        CuratorFramework curator = builder.build();
        curator.start();
        return new CuratorClient(curator, new ConcurrentHashMap<>());
    }

    /** Where the nodes of a lock are; ZooKeeper's paths cannot have every name. */
    static String path(String name) {
        return ROOT + "n" + URLEncoder.encode(name, StandardCharsets.UTF_8).replace(".", "%2E");
    }

    @Override
    public Lock lock(String name) {
        return mutexes.computeIfAbsent(name, wanted -> new MutexLock(new InterProcessMutex(curator, path(wanted))));
    }

    @Override
    public boolean isHeld(Lock lock) {
        return ((MutexLock) lock).mutex().isOwnedByCurrentThread();
    }

    @Override
    public void close() {
        curator.close();
    }
}
