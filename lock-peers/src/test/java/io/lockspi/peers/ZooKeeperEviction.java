package io.lockspi.peers;

import io.lockspi.tck.Eviction;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooKeeper;

/**
 * Deletes the first node of a lock, over a session of its own.
 *
 * @param servers {@code host:port,host:port}
 * @param path from a lock's name to its parent node
 */
record ZooKeeperEviction(String servers, UnaryOperator<String> path) implements Eviction {

    @Override
    public void evict(String name) {
        CountDownLatch connected = new CountDownLatch(1);
        try (ZooKeeper operator = new ZooKeeper(servers, 10_000, event -> {
            if (event.getState() == KeeperState.SyncConnected) {
                connected.countDown();
            }
        })) {
            connected.await();
            deleteFirst(operator, path.apply(name));
        } catch (IOException | KeeperException failure) {
            throw new PeerException(failure);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new PeerException(stopped);
        }
    }

    private static void deleteFirst(ZooKeeper operator, String parent) throws KeeperException, InterruptedException {
        try {
            List<String> nodes = operator.getChildren(parent, false);
            Optional<String> first =
                    nodes.stream().min(Comparator.comparing(node -> node.substring(node.lastIndexOf('-') + 1)));
            if (first.isPresent()) {
                operator.delete(parent + "/" + first.get(), -1);
            }
        } catch (KeeperException.NoNodeException free) {
            // Nobody has it, so there is nothing to take away.
        }
    }
}
