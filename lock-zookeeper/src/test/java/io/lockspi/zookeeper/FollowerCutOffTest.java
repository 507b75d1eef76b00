package io.lockspi.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.DistributedLock;
import io.lockspi.LockService;
import io.lockspi.servers.ZooKeeperEnsemble;
import io.lockspi.servers.ZooKeeperServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * The holder's server is cut from its leader: it goes on answering reads and pings for seconds, while the leader, which
 * hears nothing of the session any more, ends it. Here a lock that trusts reads is held twice.
 */
@SuppressWarnings("LockNotBeforeTry")
class FollowerCutOffTest {

    private static LockService openAt(ZooKeeperServer server, String options) throws InterruptedException {
        LockService service = LockService.open("zookeeper://127.0.0.1:" + server.port() + "?tick=200ms&" + options);
        service.check(Duration.ofSeconds(20));
        return service;
    }

    @Test
    void aHolderWhoseServerIsCutFromTheLeaderKnowsBeforeTheNextOneEnters() throws Exception {
        try (ZooKeeperEnsemble ensemble = ZooKeeperEnsemble.builder()
                .size(3)
                .tick(Duration.ofMillis(200))
                .peerProxies()
                // A server that is cut off serves its clients for so long: five seconds.
                .config("syncLimit=25")
                .start()) {
            holdAndCut(ensemble);
        }
    }

    private static void holdAndCut(ZooKeeperEnsemble ensemble) throws Exception {
        ZooKeeperServer follower = ensemble.followers().get(0);
        try (LockService holder = openAt(follower, "sessionTimeout=2s");
                LockService other = openAt(ensemble.leader(), "sessionTimeout=2s")) {
            DistributedLock lock = holder.getLock("cut");
            lock.lock();
            CompletableFuture<Long> next = CompletableFuture.supplyAsync(() -> {
                other.getLock("cut").lock();
                long entered = System.nanoTime();
                other.getLock("cut").unlock();
                return entered;
            });
            Eventually.until(
                    "the other waits",
                    () -> other.inspect("cut")
                            .map(info -> info.waiters().orElse(0) == 1)
                            .orElse(false));
            ensemble.cutFromPeers(follower);
            long lastHeld = System.nanoTime();
            while (lock.isHeldByCurrentThread()) {
                lastHeld = System.nanoTime();
                Thread.onSpinWait();
            }
            assertThat(next.get(20, TimeUnit.SECONDS)).isGreaterThan(lastHeld);
            // The holder's server had not noticed anything: it would have answered reads for long.
            assertThat(follower.ask("srvr")).contains("Mode: follower");
        }
    }
}
