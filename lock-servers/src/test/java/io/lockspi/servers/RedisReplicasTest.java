package io.lockspi.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RedisReplicasTest {

    @Test
    void whatTheMasterWritesReachesItsReplicas() {
        try (RedisReplicas all = RedisReplicas.start(2)) {
            all.master().command("SET", "key", "1");
            all.awaitInSync();
            assertThat(all.replicas()).hasSize(2).allSatisfy(replica -> {
                assertThat(replica.command("GET", "key")).isEqualTo("1");
                assertThat(all.role(replica).master()).isFalse();
            });
            assertThat(all.hosts()).startsWith(all.address(all.master()) + ",");
        }
    }

    @Test
    void whatIsHeldBackIsLostWithItsMaster() {
        try (RedisReplicas all = RedisReplicas.start(2)) {
            RedisServer old = all.master();
            RedisServer held = all.replicas().get(0);
            RedisServer other = all.replicas().get(1);
            all.holdBack(held);
            old.command("SET", "key", "1");
            assertThat(acknowledged(old, 1)).isEqualTo(1L);
            assertThat(other.command("GET", "key")).isEqualTo("1");
            old.kill();
            all.letGo(held);
            all.promote(held);
            assertThat(held.command("GET", "key")).isNull();
            all.awaitInSync();
            assertThat(other.command("GET", "key"))
                    .as("the new master's data count")
                    .isNull();
            old.restartEmpty();
            assertThat(all.role(old).master()).isFalse();
        }
    }

    @Test
    void whatIsHeldBackArrivesWhenLetGo() {
        try (RedisReplicas all = RedisReplicas.start(1)) {
            RedisServer replica = all.replicas().get(0);
            all.holdBack(replica);
            all.master().command("SET", "key", "1");
            assertThat(acknowledged(all.master(), 0)).isZero();
            assertThat(replica.command("GET", "key")).isNull();
            all.letGo(replica);
            all.awaitInSync();
            assertThat(replica.command("GET", "key")).isEqualTo("1");
        }
    }

    @Test
    void serverThatWasDeadCanBeHeldBackLikeTheOthers() {
        try (RedisReplicas all = RedisReplicas.start(2)) {
            for (int round = 0; round < 3; round++) {
                RedisServer master = all.master();
                RedisServer held = all.replicas().get(0);
                all.awaitInSync();
                all.holdBack(held);
                String key = "key-" + round;
                master.command("SET", key, "1");
                assertThat(acknowledged(master, 1)).isEqualTo(1L);
                master.kill();
                all.letGo(held);
                assertThat(held.command("GET", key)).as("round " + round).isNull();
                all.promote(held);
                master.restartEmpty();
            }
        }
    }

    /** How many replicas have a write of now, a short time after so many have it. */
    private static long acknowledged(RedisServer master, int atLeast) {
        try (RedisProbe probe = master.connect(Duration.ofSeconds(15))) {
            probe.command("SET", "mark", "1");
            probe.command("WAIT", Integer.toString(atLeast), "10000");
            return probe.command("WAIT", "2", "200") instanceof Long count ? count : -1;
        }
    }
}
