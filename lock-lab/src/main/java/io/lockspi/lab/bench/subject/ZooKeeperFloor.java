package io.lockspi.lab.bench.subject;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;

/** The two writes that no lock on ZooKeeper can do without: an ephemeral node is created and deleted. */
record ZooKeeperFloor(CuratorFramework curator, ZooKeeper session) implements LockClient {
    private static final byte[] NOTHING = {};
    private static final int ANY_VERSION = -1;

    static LockClient open(URI uri, Duration lease, SharedThreads shared) {
        CuratorFramework curator = CuratorFrameworkFactory.newClient(uri.getAuthority(), new RetryOneTime(1));
        curator.start();
        return new ZooKeeperFloor(curator, call(() -> {
            curator.blockUntilConnected();
            return curator.getZookeeperClient().getZooKeeper();
        }));
    }

    /** The node of a lock. */
    static String path(String name) {
        return "/" + URLEncoder.encode(name, StandardCharsets.UTF_8);
    }

    /** Calls what may throw anything. */
    static <T> T call(Callable<T> action) {
        try {
            return action.call();
        } catch (RuntimeException failure) {
            throw failure;
        } catch (Exception failure) {
            throw new IllegalStateException("ZooKeeper refused: " + failure.getMessage(), failure);
        }
    }

    @Override
    public TimedLock lock(String name) {
        String path = path(name);
        return new TimedLock() {
            @Override
            public long lock() {
                call(() -> session.create(path, NOTHING, Ids.OPEN_ACL_UNSAFE, CreateMode.EPHEMERAL));
                return NO_TOKEN;
            }

            @Override
            public void unlock() {
                call(() -> {
                    session.delete(path, ANY_VERSION);
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
