package io.lockspi.servers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Needs a Docker daemon; runs with {@code -Dlockspi.servers=containers} only. */
@Tag("containers")
class ContainerZooKeeperTest {

    @Test
    void everyFaultWorksInContainers() {
        try (ZooKeeperEnsemble ensemble = ZooKeeperEnsemble.start(3)) {
            ZooKeeperServer leader = ensemble.leader();
            leader.kill();
            assertThat(leader.isRunning()).isFalse();
            ZooKeeperServer next = ensemble.leader();
            assertThat(next).isNotSameAs(leader);
            next.pause();
            assertThat(next.isRunning()).isTrue();
            next.resume();
            leader.restart();
            ensemble.awaitServing();
            assertThat(ensemble.followers()).hasSize(2);
            leader.stop();
            leader.restartEmpty();
            ensemble.awaitServing();
        }
    }
}
