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
import io.lockspi.tck.fault.FaultProxy;
import io.lockspi.tck.fault.Framing;
import io.lockspi.tck.fault.Hook;
import io.lockspi.tck.fault.Match;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A master and its replicas, which are asked themselves who is who, and whose confirmation may be asked for. */
class ReplicasTest {
    /** Half of it is for the replicas, which on a busy machine may have to wait for their turn. */
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(3);

    /** Passed on from test to test as long as each server is what it was at first. */
    private static @Nullable RedisReplicas shared;

    private final RedisReplicas servers = shared == null ? RedisReplicas.start(2) : shared;

    @AfterEach
    void passOn() {
        servers.servers().forEach(servers::letGo);
        if (isAsAtFirst()) {
            servers.awaitInSync();
            servers.master().command("FLUSHALL");
            shared = servers;
        } else {
            servers.close();
            shared = null;
        }
    }

    private boolean isAsAtFirst() {
        List<RedisServer> all = servers.servers();
        return all.stream().allMatch(RedisServer::isRunning)
                && all.stream()
                        .filter(server -> servers.role(server).master())
                        .toList()
                        .equals(all.subList(0, 1));
    }

    @AfterAll
    static void close() {
        if (shared != null) {
            shared.close();
        }
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
                LockService.open(locks.option("requestTimeout", "2s").config())) {
            assertThatThrownBy(() -> service.getLock("a").tryLock())
                    .isInstanceOf(LockUnavailableException.class)
                    .hasMessageContaining(why);
        }
    }

    @Test
    void claimCountsOnlyWhenTheReplicasHaveIt() throws InterruptedException {
        RedisServer held = servers.replicas().get(0);
        LockConfig all = locks().replicas("all").option("requestTimeout", "3s").config();
        try (LockService service = LockService.open(all);
                LockService other = LockService.open(locks().config())) {
            service.acquire("a", TwoServices.PATIENCE).close();
            servers.holdBack(held);
            assertThatThrownBy(() -> service.getLock("a").tryLock())
                    .isInstanceOf(LockUnavailableException.class)
                    .hasMessageContainingAll("1 of the 2 replicas", "1500 ms");
            // Nothing is left behind, though the master had granted it.
            other.acquire("a", TwoServices.PATIENCE).close();
            servers.letGo(held);
            service.acquire("a", TwoServices.PATIENCE).close();
        }
    }

    @Test
    void waiterGetsItWhenTheReplicasAreBack() throws Exception {
        LockConfig all = locks().replicas("2").option("requestTimeout", "3s").config();
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
        try (TestClient client = new TestClient(locks().replicas("majority").config(), REQUEST_TIMEOUT)) {
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

    /** WAIT compares positions in a stream which begins anew with each promotion. */
    @Test
    void confirmationByALaterTimeAsMasterDoesNotCount() throws Exception {
        RedisServer master = servers.master();
        try (FaultProxy proxy = FaultProxy.to(master.host(), master.port(), Framing.RESP);
                TestClient client = new TestClient(
                        RedisLocks.at(proxy.host(), proxy.port()).replicas("1").config(), TwoServices.PATIENCE)) {
            client.acquire(TestClient.claim("warm-up"));
            Hook wait = proxy.hold(Match.request().containing("WAIT"));
            CompletionStage<Attempt> attempt = client.spi.tryAcquire(TestClient.claim("a"), false);
            wait.awaitFired(TwoServices.PATIENCE);
            String key = SharedRedis.keys("a").lock();
            TwoServices.until("it is granted", () -> Long.valueOf(1).equals(master.command("EXISTS", key)));
            master.command("REPLICAOF", "127.0.0.1", "1");
            master.command("REPLICAOF", "NO", "ONE");
            servers.awaitInSync();
            wait.release();
            assertThat(TestClient.await(attempt)).isInstanceOfSatisfying(Attempt.Unavailable.class, refused -> {
                assertThat(refused.effect()).isEqualTo(Attempt.Effect.UNKNOWN_CLOSED);
                assertThat(refused.cause()).hasMessageContaining("ceased to be the master");
            });
            client.acquire(TestClient.claim("b"));
        }
    }

    @Test
    void masterThatIsDemotedWhileItWaitsConfirmsNothing() throws Exception {
        RedisServer master = servers.master();
        int port = servers.proxy(master).port();
        try (TestClient client =
                new TestClient(RedisLocks.at("127.0.0.1", port).replicas("2").config(), TwoServices.PATIENCE)) {
            client.acquire(TestClient.claim("warm-up"));
            servers.holdBack(servers.replicas().get(0));
            CompletionStage<Attempt> attempt = client.spi.tryAcquire(TestClient.claim("a"), false);
            TwoServices.until(
                    "it waits",
                    () -> String.valueOf(master.command("INFO", "clients")).contains("blocked_clients:1"));
            master.command("REPLICAOF", "127.0.0.1", "1");
            assertThat(TestClient.await(attempt))
                    .isInstanceOfSatisfying(
                            Attempt.Unavailable.class,
                            refused -> assertThat(refused.cause()).hasMessageContaining("UNBLOCKED"));
        }
    }

    @Test
    void rightsThatAreMissingToWaitAreTold() {
        RedisServer master = servers.master();
        for (String right : List.of("wait", "info")) {
            master.command("ACL", "SETUSER", "app", "on", ">pass", "~*", "&*", "+@all", "-" + right);
            RedisLocks locks = RedisLocks.at(master.host(), master.port()).credentials("app", "pass");
            try (TestClient client = new TestClient(locks.replicas("1").config())) {
                assertThat(client.tryAcquire(TestClient.claim(right)))
                        .isInstanceOfSatisfying(Attempt.Unavailable.class, refused -> {
                            assertThat(refused.permanent()).isTrue();
                            assertThat(refused.effect()).isEqualTo(Attempt.Effect.UNKNOWN_CLOSED);
                            assertThat(refused.cause()).hasMessageContainingAll("WAIT, INFO", "'" + right + "'");
                        });
            }
        }
    }

    @Test
    void oneServerByItsAddressCanBeAskedForANumber() {
        RedisLocks locks =
                RedisLocks.at("127.0.0.1", servers.proxy(servers.master()).port());
        try (TestClient two = new TestClient(locks.replicas("2").config(), REQUEST_TIMEOUT);
                TestClient three = new TestClient(locks.replicas("3").config(), TestClient.SHORT_TIMEOUT)) {
            two.acquire(TestClient.claim("a"));
            assertThat(three.tryAcquire(TestClient.claim("b"))).isInstanceOf(Attempt.Unavailable.class);
        }
    }
}
