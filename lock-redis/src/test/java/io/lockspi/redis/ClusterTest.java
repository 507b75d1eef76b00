package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockspi.LockBackendException;
import io.lockspi.LockConfig;
import io.lockspi.LockHandle;
import io.lockspi.LockService;
import io.lockspi.servers.RedisCluster;
import io.lockspi.servers.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Locks in the slots of a cluster, whose servers fail over and whose slots move. */
class ClusterTest {
    private static final RedisCluster CLUSTER = RedisCluster.start(true);

    @AfterAll
    static void close() {
        CLUSTER.close();
    }

    private static RedisLocks locks() {
        // One is enough, which tells of the others.
        int port = Integer.parseInt(CLUSTER.hosts().replaceFirst(",.*", "").replaceFirst(".*:", ""));
        return RedisLocks.inCluster(List.of(new LockConfig.Host("127.0.0.1", port)));
    }

    private static int slot(String name) {
        return CLUSTER.slot(LockKeys.of("lockspi", name).lock());
    }

    private static RedisServer owner(String name) {
        return Objects.requireNonNull(CLUSTER.owner(slot(name)));
    }

    @Test
    void locksOfManySlotsAreHeldAndRenewedSideBySide() throws InterruptedException {
        String uri = "redis://" + CLUSTER.hosts() + "?topology=cluster&lease=4s";
        try (LockService one = LockService.open(uri);
                LockService other = LockService.open(uri)) {
            one.check(Duration.ofSeconds(5));
            List<LockHandle> held = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                held.add(one.acquire("many-" + i, TwoServices.PATIENCE));
            }
            // Longer than the lease: refused for all the time in which only renewals keep it.
            assertThat(other.getLock("many-7").tryLock(Duration.ofMillis(4500))).isFalse();
            assertThat(held).allMatch(LockHandle::isHeld);
            held.forEach(LockHandle::close);
            other.acquire("many-7", TwoServices.PATIENCE).close();
        }
    }

    @Test
    void slotMovesWhileTheLockIsHeldAndWaitedFor() throws Exception {
        try (TwoServices services = new TwoServices(locks())) {
            LockHandle held = services.hold("a");
            CompletableFuture<LockHandle> waiter = services.await("a");
            CLUSTER.moveSlot(slot("a"), CLUSTER.masterWithout(slot("a")));
            assertThat(held.isHeld()).isTrue();
            held.close();
            TwoServices.assertNext(waiter, held.fencingToken());
        }
    }

    @Test
    void slotIsOnItsWayWhileTheLockIsReleased() throws Exception {
        try (TwoServices services = new TwoServices(locks())) {
            LockHandle held = services.hold("b");
            CompletableFuture<LockHandle> waiter = services.await("b");
            RedisCluster.SlotMove move = CLUSTER.beginMove(slot("b"), CLUSTER.masterWithout(slot("b")));
            move.moveKey(LockKeys.of("lockspi", "b").lock());
            CompletableFuture<Void> released = held.closeAsync();
            move.moveKeys();
            move.finish();
            released.get(TwoServices.PATIENCE.toSeconds(), TimeUnit.SECONDS);
            TwoServices.assertNext(waiter, held.fencingToken());
        }
    }

    @Test
    void masterDiesWhileTheLockIsHeldAndWaitedFor() throws Exception {
        RedisServer master = owner("c");
        try (TwoServices services = new TwoServices(locks())) {
            LockHandle held = services.hold("c");
            CompletableFuture<LockHandle> waiter = services.await("c");
            awaitInReplica(master, LockKeys.of("lockspi", "c").waiters());
            master.kill();
            held.close();
            TwoServices.assertNext(waiter, held.fencingToken());
        } finally {
            master.restartEmpty();
            CLUSTER.awaitServing();
        }
    }

    private static void awaitInReplica(RedisServer master, String key) {
        try (var probe = master.connect(Duration.ofSeconds(5))) {
            probe.command("SET", key.replace("waiters", "data:mark"), "1");
            assertThat(probe.command("WAIT", "1", "5000")).isEqualTo(1L);
        }
    }

    @Test
    void healthyMasterGivesItsPlaceToItsReplica() throws Exception {
        try (TwoServices services = new TwoServices(locks())) {
            LockHandle held = services.hold("d");
            CompletableFuture<LockHandle> waiter = services.await("d");
            CLUSTER.failOver(owner("d"));
            held.close();
            TwoServices.assertNext(waiter, held.fencingToken());
        }
    }

    @Test
    void serverOfNoClusterIsRefused() {
        RedisLocks locks = RedisLocks.inCluster(
                List.of(new LockConfig.Host(SharedRedis.SERVER.host(), SharedRedis.SERVER.port())));
        try (LockService service = LockService.open(locks.config())) {
            assertThatThrownBy(() -> service.getLock("a").tryLock())
                    .isInstanceOf(LockBackendException.class)
                    .hasMessageContainingAll("no part of a cluster", "topology=cluster");
        }
    }

    @Test
    void serverOfAClusterSaysWhatIsMissingInTheUri() {
        int elsewhere = CLUSTER.proxy(CLUSTER.masterWithout(slot("e"))).port();
        try (LockService service =
                LockService.open(RedisLocks.at("127.0.0.1", elsewhere).config())) {
            assertThatThrownBy(() -> service.getLock("e").tryLock())
                    .isInstanceOf(LockBackendException.class)
                    .hasMessageContaining("topology=cluster");
        }
    }
}
