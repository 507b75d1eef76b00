package io.lockspi.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockspi.LockBackendException;
import io.lockspi.LockService;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.tck.fault.Cut;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.imps.CuratorFrameworkState;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The application's own CuratorFramework, in a namespace, behind the proxy. */
@SuppressWarnings("LockNotBeforeTry")
class ApplicationClientTest {
    private CuratorFramework client;

    @BeforeEach
    void start() {
        FaultFixture.heal();
        client = CuratorFrameworkFactory.builder()
                .connectString(FaultFixture.ENSEMBLE.connectString())
                .sessionTimeoutMs(4_000)
                .retryPolicy(new RetryOneTime(10))
                .ensembleTracker(false)
                .namespace("of/the-application")
                .build();
    }

    @AfterEach
    void close() {
        FaultFixture.heal();
        client.close();
    }

    private static int children(String lock) {
        try {
            return FaultFixture.ADMIN
                    .getChildren("/of/the-application/lockspi/" + lock, false)
                    .size();
        } catch (org.apache.zookeeper.KeeperException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void itsNamespaceIsUsedAndItIsNeverClosed() throws Exception {
        client.start();
        try (LockService service = LockService.open(ZooKeeperLocks.using(client));
                LockService other = LockService.open(ZooKeeperLocks.using(client))) {
            service.getLock("a").lock();
            assertThat(children("a")).isEqualTo(1);
            // Two services are two holders, although they share a session.
            assertThat(other.getLock("a").tryLock()).isFalse();
            assertThat(children("a")).isEqualTo(1);
        }
        assertThat(children("a")).isZero();
        assertThat(client.getState()).isEqualTo(CuratorFrameworkState.STARTED);
        assertThat(client.checkExists().forPath("/lockspi/a")).isNotNull();
    }

    @Test
    void oneThatIsNotRunningIsRefusedAtOnce() {
        try (LockService service = LockService.open(ZooKeeperLocks.using(client))) {
            assertThatThrownBy(() -> service.getLock("a").lock())
                    .isInstanceOf(LockBackendException.class)
                    .hasMessageContaining("LATENT")
                    .hasMessageContaining("start it");
        }
    }

    @Test
    void whatCouldNotBeDeletedBeforeTheServiceWasClosedIsDeletedLater() throws Exception {
        client.start();
        assertThat(client.blockUntilConnected(10, TimeUnit.SECONDS)).isTrue();
        TestClient locks = new TestClient(ZooKeeperLocks.using(client), Duration.ofMillis(300));
        Claim claim = TestClient.claim("b");
        locks.acquire(claim);
        FaultFixture.PROXY.refuseConnections();
        FaultFixture.PROXY.cut(Cut.RST);
        Eventually.until(
                "the cut is noticed",
                () -> TestClient.await(locks.spi.tryAcquire(claim, true)) instanceof Attempt.Unavailable);
        locks.close();
        assertThat(children("b")).isEqualTo(1);
        FaultFixture.PROXY.acceptConnections();
        Eventually.until("the node is gone", () -> children("b") == 0);
        assertThat(client.getZookeeperClient().isConnected()).isTrue();
    }
}
