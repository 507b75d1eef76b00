package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockspi.LockBackendException;
import io.lockspi.LockConfig;
import io.lockspi.LockHandle;
import io.lockspi.LockService;
import io.lockspi.LockUnavailableException;
import io.lockspi.servers.RedisSentinels;
import io.lockspi.servers.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** A master that Sentinels name, and replace. */
class SentinelTest {
    private static final RedisSentinels SERVERS = RedisSentinels.start(
            1,
            server -> server.password("data").config("masterauth data"),
            sentinel -> sentinel.password("watch")
                    .config("sentinel sentinel-pass watch")
                    .config("sentinel auth-pass mymaster data"));

    @AfterAll
    static void close() {
        SERVERS.close();
    }

    private static RedisLocks locks() {
        List<LockConfig.Host> sentinels = SERVERS.sentinels().stream()
                .map(sentinel -> new LockConfig.Host(sentinel.host(), sentinel.port()))
                .toList();
        return RedisLocks.watchedBy(RedisSentinels.MASTER_NAME, sentinels)
                .password("data")
                .sentinelCredentials(null, "watch");
    }

    /** Brings back whom the test has killed. */
    private static void restore(RedisServer killed) {
        killed.restartEmpty();
        SERVERS.servers().awaitInSync();
    }

    @Test
    void uriSaysTheSame() throws InterruptedException {
        String uri = "redis://:data@" + SERVERS.sentinelHosts()
                + "?topology=sentinel&masterName=mymaster&sentinelPassword=watch";
        try (LockService service = LockService.open(uri)) {
            service.check(Duration.ofSeconds(5));
            assertThat(LockConfig.of(uri)).asString().doesNotContain("watch", "data");
            assertThat(locks()).asString().doesNotContain("watch", "data");
        }
    }

    @Test
    void masterDiesWhileTheLockIsHeldAndWaitedFor() throws Exception {
        RedisServer master = SERVERS.servers().master();
        try (TwoServices services = new TwoServices(locks())) {
            LockHandle held = services.hold("a");
            CompletableFuture<LockHandle> waiter = services.await("a");
            SERVERS.servers().awaitInSync();
            master.kill();
            SERVERS.awaitMasterOtherThan(master);
            assertThat(held.isHeld()).isTrue();
            assertThat(waiter).isNotDone();
            held.close();
            TwoServices.assertNext(waiter, held.fencingToken());
        } finally {
            restore(master);
        }
    }

    @Test
    void masterDiesBeforeTheRelease() throws Exception {
        RedisServer master = SERVERS.servers().master();
        try (TwoServices services = new TwoServices(locks())) {
            LockHandle held = services.hold("b");
            CompletableFuture<LockHandle> waiter = services.await("b");
            SERVERS.servers().awaitInSync();
            master.kill();
            // Nobody is the master yet; the one call lasts until somebody is.
            held.close();
            TwoServices.assertNext(waiter, held.fencingToken());
        } finally {
            restore(master);
        }
    }

    @Test
    void masterThatWasReplacedWhileItWasWellIsLeft() throws Exception {
        try (TwoServices services = new TwoServices(locks())) {
            LockHandle held = services.hold("c");
            SERVERS.servers().awaitInSync();
            RedisServer master = SERVERS.failOver();
            CompletableFuture<LockHandle> waiter = services.await("c");
            held.close();
            TwoServices.assertNext(waiter, held.fencingToken());
            assertThat(master.command("EXISTS", "lockspi:{c}:fence")).isEqualTo(1L);
            SERVERS.servers().awaitInSync();
        }
    }

    @Test
    void messagesComeFromTheNewMasterAfterAFailover() throws Exception {
        try (TwoServices services = new TwoServices(locks())) {
            LockHandle first = services.hold("d");
            CompletableFuture<LockHandle> waiter = services.await("d");
            SERVERS.servers().awaitInSync();
            RedisServer master = SERVERS.failOver();
            first.close();
            TwoServices.assertNext(waiter, first.fencingToken());
            LockHandle second = services.hold("e");
            CompletableFuture<LockHandle> next = services.await("e");
            TwoServices.until(
                    "the waiter listens to the new master",
                    () -> !List.of().equals(master.command("PUBSUB", "CHANNELS", "lockspi:mail:*")));
            second.close();
            TwoServices.assertNext(next, second.fencingToken());
            SERVERS.servers().awaitInSync();
        }
    }

    @Test
    void unknownNameWrongPasswordAndReachableSentinelsAreToldApart() throws InterruptedException {
        assertRefused(locks().option("masterName", "nobody"), LockBackendException.class, "knows no master 'nobody'");
        assertRefused(locks().sentinelCredentials(null, "wr0ng"), LockBackendException.class, "WRONGPASS");
        assertRefused(locks().password("wr0ng"), LockBackendException.class, "WRONGPASS");
        LockConfig.Host nobody = new LockConfig.Host("127.0.0.1", 1);
        assertRefused(RedisLocks.watchedBy("mymaster", List.of(nobody)), LockUnavailableException.class, "127.0.0.1:1");
    }

    private static void assertRefused(RedisLocks locks, Class<? extends Exception> type, String named)
            throws InterruptedException {
        LockConfig config = locks.option("requestTimeout", "3s").config();
        try (LockService service = LockService.open(config)) {
            long start = System.nanoTime();
            assertThatThrownBy(() -> service.getLock("a").tryLock())
                    .isInstanceOf(type)
                    .hasMessageContaining(named)
                    .hasMessageNotContaining("wr0ng");
            assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(6));
        }
    }
}
