package io.lockspi.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockspi.tck.fault.Cut;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ZooKeeperEnsembleTest {

    @Test
    void oneServerAnswersPausesAndResumes() {
        try (ZooKeeperEnsemble ensemble = ZooKeeperEnsemble.start(1)) {
            ZooKeeperServer only = ensemble.leader();
            assertThat(ensemble.followers()).isEmpty();
            assertThat(only.ask("ruok")).isEqualTo("imok");
            assertThat(only.count("zk_watch_count")).isZero();
            assertThat(ensemble.uri()).hasToString("zookeeper://127.0.0.1:" + only.port());
            only.pause();
            assertThatThrownBy(() -> only.ask("ruok"))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("port " + only.port());
            only.resume();
            assertThat(only.ask("ruok")).isEqualTo("imok");
        }
    }

    @Test
    void threeServersElectAnotherLeaderAndTakeTheOldOneBack() {
        try (ZooKeeperEnsemble ensemble = ZooKeeperEnsemble.start(3)) {
            ZooKeeperServer first = ensemble.leader();
            assertThat(ensemble.followers()).hasSize(2).doesNotContain(first);
            first.kill();
            ZooKeeperServer second = ensemble.leader();
            assertThat(second).isNotSameAs(first);
            first.restart();
            ensemble.awaitServing();
            assertThat(ensemble.followers()).contains(first);
            first.restartEmpty();
            ensemble.awaitServing();
            assertThat(ensemble.followers()).contains(first);
        }
    }

    @Test
    void followerCutFromItsPeersFindsOutAndComesBack() throws Exception {
        try (ZooKeeperEnsemble ensemble = ZooKeeperEnsemble.builder()
                .size(3)
                .tick(Duration.ofMillis(100))
                .peerProxies()
                .clientProxies()
                .start()) {
            ZooKeeperServer follower = ensemble.followers().get(0);
            ensemble.cutFromPeers(follower);
            Waiting.until(() -> !follower.trouble().isEmpty());
            assertThat(ensemble.leader()).isNotSameAs(follower);
            ensemble.healPeers(follower);
            ensemble.awaitServing();
            assertThat(follower.proxy().port()).isEqualTo(follower.clientPort());
            follower.proxy().cut(Cut.RST);
        }
    }

    @Test
    void proxiesMustBeAskedFor() {
        try (ZooKeeperEnsemble ensemble = ZooKeeperEnsemble.start(1)) {
            ZooKeeperServer only = ensemble.servers().get(0);
            assertThatThrownBy(only::proxy).hasMessageContaining("clientProxies()");
            assertThatThrownBy(() -> ensemble.cutFromPeers(only)).hasMessageContaining("peerProxies()");
        }
    }

    @Test
    void onlyOddSizesAreBuilt() {
        assertThatThrownBy(() -> ZooKeeperEnsemble.start(2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1, 3 or 5");
    }

    @Test
    void whyAServerCannotStartIsSaid() {
        assertThatThrownBy(() ->
                        ZooKeeperEnsemble.builder().config("tickTime=many").start())
                .isInstanceOf(ServerStartException.class)
                .hasMessageContaining("many");
    }
}
