package io.lockspi.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockspi.DistributedLock;
import io.lockspi.LockBackendException;
import io.lockspi.LockService;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.tck.fault.Cut;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.imps.CuratorFrameworkState;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;
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
                .sessionTimeoutMs(20_000)
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
            return FaultFixture.admin()
                    .getChildren("/of/the-application/lockspi/" + lock, false)
                    .size();
        } catch (KeeperException | InterruptedException e) {
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

    /** Its session ends at once then, and not after the timeout for which a claim is promised. */
    @Test
    void whoeverHoldsALockWhenItIsClosedKnowsBeforeAnotherGetsIt() throws Exception {
        client.start();
        try (LockService service = LockService.open(ZooKeeperLocks.using(client));
                LockService other = LockService.open("zookeeper://127.0.0.1:" + FaultFixture.SERVER.port()
                        + "/of/the-application?" + FaultFixture.LONG_SESSION)) {
            DistributedLock held = service.getLock("d");
            held.lock();
            client.close();
            assertThat(held.isHeldByCurrentThread())
                    .as("as the session is over")
                    .isFalse();
            assertThat(other.getLock("d").tryLock(Duration.ofSeconds(10))).isTrue();
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

    /** Curator gives a session up by its own clock; the server keeps the nodes for a while (CURATOR-604). */
    @Test
    void theNodeOfASessionThatTheClientGaveUpIsNeverTaken() throws Exception {
        client.start();
        try (TestClient gaveUp = new TestClient(ZooKeeperLocks.using(client))) {
            // Makes the parents.
            Claim first = TestClient.claim("c");
            gaveUp.acquire(first);
            gaveUp.release(first);
            try (TestClient other = new TestClient("zookeeper://127.0.0.1:" + FaultFixture.SERVER.port()
                    + "/of/the-application?" + FaultFixture.LONG_SESSION)) {
                Claim held = TestClient.claim("c");
                other.acquire(held);
                Claim waiting = gaveUp.enqueue("c");
                Claim third = other.enqueue("c");
                ZooKeeper old = client.getZookeeperClient().getZooKeeper();
                giveUp(old);
                Eventually.until("there is a new session", () -> isConnectedByAnotherThan(old));
                other.release(held);
                assertThat(children("c")).as("the old node is still there").isEqualTo(2);
                assertThat(gaveUp.waitFor(waiting)).isInstanceOf(Attempt.Held.class);
                Eventually.until("it is the other's turn", () -> other.waitFor(third) instanceof Attempt.Granted);
                other.release(third);
                Eventually.until("then its own", () -> gaveUp.waitFor(waiting) instanceof Attempt.Granted);
            }
        }
    }

    /**
     * Has the client believe that its session is over, and say nothing to the server. The injection tells first and closes
     * then; a client that hears of it in between ends the session in good order, so it is kept from hearing until then.
     */
    private static void giveUp(ZooKeeper session) {
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch given = new CountDownLatch(1);
        session.exists(
                "/",
                false,
                (int code, String path, Object context, Stat stat) -> {
                    busy.countDown();
                    await(given);
                },
                null);
        await(busy);
        session.getTestable().injectSessionExpiration();
        given.countDown();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private boolean isConnectedByAnotherThan(ZooKeeper old) {
        try {
            return client.getZookeeperClient().getZooKeeper() != old
                    && client.getZookeeperClient().isConnected();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
