package io.lockspi.zookeeper;

import io.lockspi.servers.ZooKeeperEnsemble;
import java.time.Duration;
import java.util.List;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;

/** One server for all tests that neither stop it nor cut it off; it ends with the JVM. */
final class SharedEnsemble {
    static final Duration TICK = Duration.ofMillis(200);

    static final ZooKeeperEnsemble ONE = ZooKeeperEnsemble.builder()
            .tick(TICK)
            .property("znode.container.checkIntervalMs", "200")
            .start();

    /** An administrator's view, past the library. */
    private static final Administrator ADMIN = new Administrator(ONE.servers().get(0));

    private SharedEnsemble() {}

    static String uri(String options) {
        return ONE.uri() + "?" + options;
    }

    static ZooKeeper admin() {
        return ADMIN.client();
    }

    /** The names of a lock's nodes, in the order of their arrival. */
    static List<String> queue(String lock) {
        return queue(admin(), lock);
    }

    static List<String> queue(ZooKeeper admin, String lock) {
        try {
            return QueueEntry.queue(admin.getChildren("/lockspi/" + LockPaths.encode(lock), false)).stream()
                    .map(QueueEntry::node)
                    .toList();
        } catch (KeeperException.NoNodeException e) {
            return List.of();
        } catch (KeeperException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static boolean missing(String path) {
        try {
            return admin().exists(path, false) == null;
        } catch (KeeperException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static void delete(String lock, String node) {
        try {
            admin().delete("/lockspi/" + LockPaths.encode(lock) + "/" + node, -1);
        } catch (KeeperException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
