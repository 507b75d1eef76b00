package io.lockspi.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.lab.bench.subject.Store;
import io.lockspi.servers.RedisGroup;
import io.lockspi.servers.RedisServer;
import io.lockspi.servers.ZooKeeperEnsemble;
import java.net.URI;
import org.junit.jupiter.api.Test;

class StoresTest {

    private static final class OnlyZooKeeper implements Stores.Starter {
        private final ZooKeeperEnsemble ensemble;

        OnlyZooKeeper(ZooKeeperEnsemble ensemble) {
            this.ensemble = ensemble;
        }

        @Override
        public RedisServer redis() {
            throw new AssertionError("nobody asked for a Redis");
        }

        @Override
        public RedisGroup redlock() {
            throw new AssertionError("nobody asked for several Redis");
        }

        @Override
        public ZooKeeperEnsemble zooKeeper() {
            return ensemble;
        }
    }

    @Test
    void allClientsOfZooKeeperAreConnectedToTheLeader() {
        ZooKeeperEnsemble ensemble = ZooKeeperEnsemble.start(3);
        try (Stores stores = new Stores(new OnlyZooKeeper(ensemble))) {
            assertThat(stores.uri(Store.ZOOKEEPER))
                    .isEqualTo(URI.create(
                            "zookeeper://127.0.0.1:" + ensemble.leader().port()));
        }
    }
}
