package io.lockspi.servers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RedisSentinelsTest {

    @Test
    void deadMasterIsReplacedAndComesBackAsReplica() {
        try (RedisSentinels all = RedisSentinels.start(
                1,
                server -> server.password("data").config("masterauth data"),
                sentinel -> sentinel.password("watch")
                        .config("sentinel sentinel-pass watch")
                        .config("sentinel auth-pass mymaster data"))) {
            RedisServer first = all.servers().master();
            assertThat(all.agreedMaster()).isSameAs(first);
            first.kill();
            RedisServer second = all.awaitMasterOtherThan(first);
            assertThat(all.servers().master()).isSameAs(second);
            first.restartEmpty();
            all.servers().awaitInSync();
            assertThat(all.servers().replicas()).containsExactly(first);
            assertThat(all.failOver()).isSameAs(first);
        }
    }
}
