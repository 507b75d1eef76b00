package io.lockspi.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import org.junit.jupiter.api.Test;

class RedisClusterTest {

    @Test
    void slotMovesWithItsKeys() {
        try (RedisCluster cluster = RedisCluster.start(false)) {
            int slot = cluster.slot("{a}");
            RedisServer from = Objects.requireNonNull(cluster.owner(slot));
            RedisServer to = cluster.masterWithout(slot);
            from.command("SET", "{a}1", "kept");
            assertThatThrownBy(() -> to.command("GET", "{a}1"))
                    .hasMessageContaining("MOVED " + slot + " 127.0.0.1:"
                            + cluster.proxy(from).port());
            RedisCluster.SlotMove move = cluster.beginMove(slot, to);
            assertThatThrownBy(() -> from.command("SET", "{a}2", "1")).hasMessageStartingWith("ASK");
            move.moveKeys();
            move.finish();
            assertThat(cluster.owner(slot)).isSameAs(to);
            assertThat(to.command("GET", "{a}1")).isEqualTo("kept");
        }
    }

    @Test
    void replicaTakesOverAndTheOldMasterComesBack() {
        try (RedisCluster cluster = RedisCluster.start(true)) {
            int slot = cluster.slot("{a}");
            RedisServer first = Objects.requireNonNull(cluster.owner(slot));
            RedisServer second = cluster.failOver(first);
            assertThat(cluster.owner(slot)).isSameAs(second);
            second.kill();
            assertThat(cluster.awaitOwnerOtherThan(slot, second)).isSameAs(first);
            second.restartEmpty();
            cluster.awaitServing();
            assertThat(cluster.replicaOf(first)).isSameAs(second);
        }
    }
}
