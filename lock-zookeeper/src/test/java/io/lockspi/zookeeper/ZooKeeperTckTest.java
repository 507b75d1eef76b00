package io.lockspi.zookeeper;

import io.lockspi.servers.ZooKeeperEnsemble;
import io.lockspi.tck.LockTck;
import io.lockspi.tck.ProviderSubject;
import io.lockspi.tck.Subject;
import java.time.Duration;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;

/** The kit on three real ZooKeeper servers. How soon a dead client is missed is decided by its session's timeout. */
class ZooKeeperTckTest extends LockTck {
    private static final Duration TICK = Duration.ofMillis(200);

    @Override
    protected Subject subject() {
        ZooKeeperEnsemble ensemble = ZooKeeperEnsemble.builder()
                .size(3)
                .tick(TICK)
                .peerProxies()
                .config("maxSessionTimeout=600000")
                .start();
        return ProviderSubject.of(ensemble.uri() + "?tick=" + TICK.toMillis() + "ms")
                .withLeaseOption("sessionTimeout", 2)
                .withEviction(name -> evict(ensemble, name))
                .withNodes(ensemble.nodes())
                .withCloser(ensemble::close);
    }

    /** Deletes the node of the claim that holds the lock, as an administrator might. */
    private static void evict(ZooKeeperEnsemble ensemble, String name) {
        try (ZooKeeper admin = new Administrator(ensemble.leader()).client()) {
            String path = "/lockspi/" + LockPaths.encode(name);
            for (QueueEntry holder : QueueEntry.queue(admin.getChildren(path, false)).stream()
                    .limit(1)
                    .toList()) {
                admin.delete(path + "/" + holder.node(), -1);
            }
        } catch (KeeperException.NoNodeException free) {
            // There is nothing to take away.
        } catch (KeeperException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
