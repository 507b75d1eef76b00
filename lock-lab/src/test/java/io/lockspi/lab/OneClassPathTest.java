package io.lockspi.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.LockService;
import io.lockspi.servers.RedisServer;
import io.lockspi.servers.ZooKeeperEnsemble;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Redisson wants Netty 4.2 and ZooKeeper's own POM 4.1; with both back ends on one class path there is one Netty. */
class OneClassPathTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Test
    void bothBackEndsLockInOneJvm() throws Exception {
        try (RedisServer redis = RedisServer.start();
                ZooKeeperEnsemble ensemble = ZooKeeperEnsemble.start(1)) {
            for (String uri : new String[] {redis.uri().toString(), ensemble.uri() + "?sessionTimeout=5s"}) {
                try (LockService locks = LockService.open(uri)) {
                    assertThat(locks.<String>withLock("a", LIMIT, locks::getAlgorithm))
                            .isEqualTo(uri.substring(0, uri.indexOf(':')));
                }
            }
        }
        assertThat(System.getProperty("java.class.path")).doesNotContainPattern("netty-[a-z-]*4\\.1\\.");
    }
}
