package io.lockspi.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockspi.DistributedLock;
import io.lockspi.LockService;
import io.lockspi.LockUnavailableException;
import io.lockspi.servers.ZooKeeperEnsemble;
import io.lockspi.servers.ZooKeeperServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Three servers, of which some fail. */
@SuppressWarnings("LockNotBeforeTry")
class EnsembleFaultTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private static ZooKeeperEnsemble ensemble;

    @BeforeAll
    static void start() {
        ensemble = ZooKeeperEnsemble.builder()
                .size(3)
                .tick(Duration.ofMillis(200))
                .config("maxSessionTimeout=20000")
                .start();
    }

    @AfterAll
    static void stop() {
        ensemble.close();
    }

    @AfterEach
    void heal() {
        for (ZooKeeperServer server : ensemble.servers()) {
            if (!server.isRunning()) {
                server.restart();
            }
        }
        ensemble.awaitServing();
    }

    private static LockService openAtAll(String options) throws InterruptedException {
        LockService service = LockService.open(ensemble.uri() + "?tick=200ms&" + options);
        service.check(SOON);
        return service;
    }

    @Test
    void aLockStaysHeldWhileItsLeaderIsKilledAndReplaced() throws Exception {
        try (LockService holder = openAtAll("sessionTimeout=15s");
                LockService other = openAtAll("sessionTimeout=15s")) {
            DistributedLock lock = holder.getLock("leader");
            lock.lock();
            long token = lock.fencingToken();
            ensemble.leader().kill();
            ensemble.leader();
            Eventually.until("it is renewed", () -> lock.remainingLease().compareTo(Duration.ofSeconds(9)) > 0);
            assertThat(lock.isHeldByCurrentThread()).isTrue();
            Eventually.until("the other is told so", () -> answers(other, "leader"));
            lock.unlock();
            DistributedLock next = other.getLock("leader");
            next.lock();
            assertThat(next.fencingToken()).isGreaterThan(token);
            next.unlock();
        }
    }

    /** False while there is no answer; whether the lock is held is for sure. */
    private static boolean answers(LockService service, String name) {
        try {
            assertThat(service.getLock(name).tryLock()).isFalse();
            return true;
        } catch (LockUnavailableException e) {
            return false;
        }
    }

    @Test
    void aMinorityThatIsDownMattersNotAndAMajorityIsAnErrorUntilItIsBack() throws Exception {
        List<ZooKeeperServer> followers = ensemble.followers();
        try (LockService service = openAtAll("sessionTimeout=4s&requestTimeout=1500ms")) {
            DistributedLock lock = service.getLock("minority");
            followers.get(0).kill();
            Eventually.until("it works", () -> canLock(lock));
            followers.get(1).kill();
            assertThatThrownBy(() -> tryAll(lock))
                    .isInstanceOf(LockUnavailableException.class)
                    .hasMessageContaining("'minority'");
            followers.get(1).restart();
            Eventually.until("it works again", () -> canLock(lock));
        }
    }

    /** The first attempts may still be answered, before the leader finds out that it has no majority. */
    private static void tryAll(DistributedLock lock) {
        for (int i = 0; i < 100; i++) {
            if (lock.tryLock()) {
                lock.unlock();
            }
        }
    }

    private static boolean canLock(DistributedLock lock) {
        try {
            boolean locked = lock.tryLock();
            if (locked) {
                lock.unlock();
            }
            return locked;
        } catch (LockUnavailableException e) {
            return false;
        }
    }
}
