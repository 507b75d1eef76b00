package io.lockspi.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockspi.servers.ZooKeeperEnsemble;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.retry.ExponentialBackoffRetry;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the kit found of Curator's mutex, shown with Curator alone. Sessions last 2 seconds. */
class CuratorFacts {
    private static final int SESSION = 2000;
    private static final String PATH = "/fact";
    private static final ZooKeeperEnsemble ENSEMBLE =
            ZooKeeperEnsemble.builder().size(1).clientProxies().start();
    private final CuratorFramework mine = open();
    private final CuratorFramework others = open();
    private final InterProcessMutex mutex = new InterProcessMutex(mine, PATH);
    private final InterProcessMutex other = new InterProcessMutex(others, PATH);

    @AfterAll
    static void stop() {
        ENSEMBLE.close();
    }

    @AfterEach
    void close() {
        Thread.interrupted();
        mine.close();
        others.close();
    }

    private static CuratorFramework open() {
        CuratorFramework curator = CuratorFrameworkFactory.newClient(
                ENSEMBLE.connectString(), SESSION, 15_000, new ExponentialBackoffRetry(1000, 3));
        curator.start();
        return curator;
    }

    private static <T> FutureTask<T> begin(Callable<T> body) {
        FutureTask<T> task = new FutureTask<>(body);
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    private static FutureTask<Boolean> acquiring(InterProcessMutex wanted) {
        return begin(() -> {
            wanted.acquire();
            return wanted.isOwnedByCurrentThread();
        });
    }

    @Test
    @Confirms(
            peers = {"curator-mutex"},
            rules = {"L40", "L41", "L44", "L45"})
    void anInterruptIsThrownAndStaysSet() throws Exception {
        FutureTask<Boolean> flag = begin(() -> {
            Thread.currentThread().interrupt();
            assertThatThrownBy(mutex::acquire).isInstanceOf(InterruptedException.class);
            return Thread.currentThread().isInterrupted();
        });
        assertThat(flag.get()).isTrue();
    }

    @Test
    @Confirms(
            peers = {"curator-mutex"},
            rules = {"X03", "T34", "T37", "T39"})
    void anEndedSessionChangesNothingForItsHolder() throws Exception {
        mutex.acquire();
        ZooKeeper handle = mine.getZookeeperClient().getZooKeeper();
        new ZooKeeper(ENSEMBLE.connectString(), SESSION, event -> {}, handle.getSessionId(), handle.getSessionPasswd())
                .close();
        assertThat(other.acquire(10, TimeUnit.SECONDS)).isTrue();
        Pause.of(Duration.ofMillis(2 * SESSION));
        assertThat(mutex.isOwnedByCurrentThread()).isTrue();
        assertThat(mutex.isAcquiredInThisProcess()).isTrue();
        assertThatCode(mutex::release).doesNotThrowAnyException();
    }

    @Test
    @Confirms(
            peers = {"curator-mutex"},
            rules = {"D16"})
    void aWaiterTakesTheNodeOfItsDeadSession() throws Exception {
        other.acquire();
        FutureTask<Boolean> waiter = acquiring(mutex);
        Pause.of(Duration.ofMillis(500));
        ENSEMBLE.leader().kill();
        Pause.of(Duration.ofMillis(2 * SESSION));
        ENSEMBLE.servers().get(0).restart();
        ENSEMBLE.awaitServing();
        other.release();
        assertThat(waiter.get(20, TimeUnit.SECONDS)).isTrue();
        assertThat(other.acquire(10, TimeUnit.SECONDS))
                .as("acquired by another, while the waiter has not released")
                .isTrue();
        assertThat(mutex.isAcquiredInThisProcess()).isTrue();
    }

    @Test
    @Confirms(
            peers = {"curator-mutex"},
            rules = {"T23"})
    void theLockOfAThreadThatEndedStaysHeld() throws Exception {
        acquiring(mutex).get();
        assertThat(other.acquire(3L * SESSION, TimeUnit.MILLISECONDS)).isFalse();
    }

    @Test
    @Confirms(
            peers = {"curator-mutex"},
            rules = {"L21"})
    void theShortestWaitIsTheLongest() throws Exception {
        other.acquire();
        FutureTask<Boolean> attempt = begin(() -> mutex.acquire(Long.MIN_VALUE, TimeUnit.DAYS));
        Pause.of(Duration.ofSeconds(5));
        assertThat(attempt.isDone()).as("returned after 5 s").isFalse();
    }

    @Test
    @Confirms(
            peers = {"curator-mutex"},
            rules = {"N01"})
    void aSilentServerIsWaitedForLongerThanTheWait() throws Exception {
        mutex.acquire();
        mutex.release();
        ENSEMBLE.servers().get(0).proxy().blackHole();
        try {
            FutureTask<Boolean> attempt = begin(() -> mutex.acquire(500, TimeUnit.MILLISECONDS));
            Pause.of(Duration.ofSeconds(3));
            assertThat(attempt.isDone()).as("returned after 3 s").isFalse();
        } finally {
            ENSEMBLE.servers().get(0).proxy().heal();
        }
    }

    @Test
    @Confirms(
            peers = {"curator-mutex"},
            rules = {"N10"})
    void anOutageEndsAcquire() throws Exception {
        mutex.acquire();
        mutex.release();
        ENSEMBLE.servers().get(0).proxy().refuseConnections();
        ENSEMBLE.servers().get(0).proxy().cut(io.lockspi.tck.fault.Cut.RST);
        try {
            assertThatThrownBy(mutex::acquire).isInstanceOf(KeeperException.ConnectionLossException.class);
        } finally {
            ENSEMBLE.servers().get(0).proxy().heal();
        }
    }
}
