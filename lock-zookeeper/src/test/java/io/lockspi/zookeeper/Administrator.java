package io.lockspi.zookeeper;

import io.lockspi.servers.ZooKeeperServer;
import java.io.IOException;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;

/** Looks at the servers past the library, and goes on if its own session ends while the machine stands still. Thread-safe. */
final class Administrator {
    private static final int SESSION_MILLIS = 4_000;

    private final ZooKeeperServer server;
    private ZooKeeper current;

    Administrator(ZooKeeperServer server) {
        this.server = server;
        this.current = connect();
    }

    private ZooKeeper connect() {
        try {
            return new ZooKeeper("127.0.0.1:" + server.port(), SESSION_MILLIS, event -> {});
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** A client whose session was alive just now. */
    synchronized ZooKeeper client() {
        while (true) {
            try {
                current.exists("/", false);
                return current;
            } catch (KeeperException.ConnectionLossException again) {
                // It connects again by itself, or learns that its session has ended.
            } catch (KeeperException.SessionExpiredException ended) {
                current = connect();
            } catch (KeeperException | InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }
}
