package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockspi.LockConfig;
import io.lockspi.LockHandle;
import io.lockspi.LockService;
import io.lockspi.LockUnavailableException;
import io.lockspi.servers.RedisReplicas;
import io.lockspi.servers.RedisServer;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Renewal;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A master and its replicas, which are asked themselves who is who, and whose confirmation may be asked for. */
class ReplicasTest {
    private final RedisReplicas servers = RedisReplicas.start(2);

    @AfterEach
    void close() {
        servers.close();
    }

    private RedisLocks locks() {
        return RedisLocks.withReplicas(
                servers.servers().stream().map(this::address).toList());
    }

    private LockConfig.Host address(RedisServer server) {
        return new LockConfig.Host("127.0.0.1", servers.proxy(server).port());
    }

    @Test
    void replicaBecomesTheMasterWhileTheLockIsHeldAndWaitedFor() throws Exception {
        try (TwoServices services = new TwoServices(locks())) {
            LockHandle held = services.hold("a");
            CompletableFuture<LockHandle> waiter = services.await("a");
            servers.awaitInSync();
            servers.promote(servers.replicas().get(1));
            held.close();
            TwoServices.assertNext(waiter, held.fencingToken());
            assertThat(servers.master().command("EXISTS", "lockspi:{a}:fence")).isEqualTo(1L);
        }
    }

    @Test
    void masterDiesAndAnotherIsChosenByHand() throws Exception {
        try (TwoServices services = new TwoServices(locks())) {
            LockHandle held = services.hold("a");
            CompletableFuture<LockHandle> waiter = services.await("a");
            servers.awaitInSync();
            servers.master().kill();
            CompletableFuture<Void> released = held.closeAsync();
            servers.promote(servers.replicas().get(0));
            released.join();
            TwoServices.assertNext(waiter, held.fencingToken());
        }
    }

    @Test
    void twoMastersAreRefused() {
        servers.replicas().get(0).command("REPLICAOF", "NO", "ONE");
        assertUnavailable(locks(), "two masters");
    }

    @Test
    void replicasWithoutTheirMasterAreRefused() {
        List<LockConfig.Host> replicas =
                servers.replicas().stream().map(this::address).toList();
        assertUnavailable(RedisLocks.withReplicas(replicas), "are replicas");
        assertUnavailable(RedisLocks.withReplicas(replicas.subList(0, 1)), "name the master too");
    }

    private static void assertUnavailable(RedisLocks locks, String why) {
        try (LockService service =
                LockService.open(locks.option("requestTimeout", "1s").config())) {
            assertThatThrownBy(() -> service.getLock("a").tryLock())
                    .isInstanceOf(LockUnavailableException.class)
                    .hasMessageContaining(why);
        }
    }

    @Test
    void claimCountsOnlyWhenTheReplicasHaveIt() throws InterruptedException {
        RedisServer held = servers.replicas().get(0);
        LockConfig all = locks().replicas("all").option("requestTimeout", "1s").config();
        try (LockService service = LockService.open(all);
                LockService other = LockService.open(locks().config())) {
            service.acquire("a", TwoServices.PATIENCE).close();
            servers.holdBack(held);
            assertThatThrownBy(() -> service.getLock("a").tryLock())
                    .isInstanceOf(LockUnavailableException.class)
                    .hasMessageContainingAll("1 of the 2 replicas", "500 ms");
            // Nothing is left behind, though the master had granted it.
            other.acquire("a", TwoServices.PATIENCE).close();
            servers.letGo(held);
            service.acquire("a", TwoServices.PATIENCE).close();
        }
    }

    @Test
    void waiterGetsItWhenTheReplicasAreBack() throws Exception {
        LockConfig all = locks().replicas("2").option("requestTimeout", "1s").config();
        RedisServer held = servers.replicas().get(0);
        try (LockService service = LockService.open(all)) {
            servers.holdBack(held);
            CompletableFuture<LockHandle> waiter = service.acquireAsync("a", TwoServices.PATIENCE);
            assertThatThrownBy(() -> service.getLock("b").tryLock()).hasMessageContaining("replicas");
            assertThat(waiter).isNotDone();
            servers.letGo(held);
            TwoServices.assertNext(waiter, 0);
        }
    }

    @Test
    void majorityNeedsOneOfTwoAndRenewalsNeedItToo() {
        RedisServer first = servers.replicas().get(0);
        RedisServer second = servers.replicas().get(1);
        try (TestClient client = new TestClient(locks().replicas("majority").config(), TestClient.SHORT_TIMEOUT)) {
            Claim claim = TestClient.claim("a");
            client.acquire(TestClient.claim("warm-up"));
            servers.holdBack(first);
            client.acquire(claim);
            assertThat(client.renew(claim, TestClient.LEASE)).isInstanceOf(Renewal.Extended.class);
            servers.holdBack(second);
            assertThat(client.renew(claim, TestClient.LEASE)).isInstanceOf(Renewal.Unknown.class);
            assertThat(client.tryAcquire(TestClient.claim("b")))
                    .isInstanceOfSatisfying(
                            Attempt.Unavailable.class,
                            refused -> assertThat(refused.effect()).isEqualTo(Attempt.Effect.UNKNOWN_CLOSED));
            assertThat(client.tryAcquire(TestClient.claim("a")))
                    .as("what somebody else holds needs no confirmation")
                    .isInstanceOf(Attempt.Held.class);
            servers.letGo(first);
            assertThat(client.renew(claim, TestClient.LEASE)).isInstanceOf(Renewal.Extended.class);
        }
    }

    @Test
    void oneServerByItsAddressCanBeAskedForANumber() {
        RedisLocks locks =
                RedisLocks.at("127.0.0.1", servers.proxy(servers.master()).port());
        try (TestClient two = new TestClient(locks.replicas("2").config(), TestClient.SHORT_TIMEOUT);
                TestClient three = new TestClient(locks.replicas("3").config(), TestClient.SHORT_TIMEOUT)) {
            two.acquire(TestClient.claim("a"));
            assertThat(three.tryAcquire(TestClient.claim("b"))).isInstanceOf(Attempt.Unavailable.class);
        }
    }
}
