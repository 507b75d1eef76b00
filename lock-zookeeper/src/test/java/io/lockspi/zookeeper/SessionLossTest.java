package io.lockspi.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockspi.DistributedLock;
import io.lockspi.LockLostException;
import io.lockspi.LockService;
import io.lockspi.LockUnavailableException;
import io.lockspi.tck.fault.Cut;
import io.lockspi.tck.fault.FaultProxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A service that is cut off while it holds or waits; another one, past the proxy, wants the same lock. */
@SuppressWarnings("LockNotBeforeTry")
class SessionLossTest {
    private final FaultProxy proxy = FaultFixture.PROXY;
    private LockService cutOff;
    private LockService other;

    @BeforeEach
    void open() throws InterruptedException {
        FaultFixture.heal();
        cutOff = LockService.open(FaultFixture.proxied(FaultFixture.SHORT_SESSION + "&requestTimeout=2s"));
        other = LockService.open(FaultFixture.direct(FaultFixture.SHORT_SESSION + "&requestTimeout=2s"));
        cutOff.check(Duration.ofSeconds(5));
        other.check(Duration.ofSeconds(5));
    }

    @AfterEach
    void close() {
        FaultFixture.heal();
        cutOff.close();
        other.close();
    }

    /** When the next holder entered, by the clock that both share. */
    private CompletableFuture<Long> nextHolder(String name) {
        return CompletableFuture.supplyAsync(() -> {
            other.getLock(name).lock();
            long entered = System.nanoTime();
            other.getLock(name).unlock();
            return entered;
        });
    }

    private static long timeOfLoss(DistributedLock lock) {
        long[] lastHeld = {0};
        Eventually.until("the hold is over", () -> {
            long now = System.nanoTime();
            boolean held = lock.isHeldByCurrentThread();
            // The last moment before which it was still held.
            lastHeld[0] = held ? System.nanoTime() : Math.max(lastHeld[0], now);
            return !held;
        });
        return lastHeld[0];
    }

    @Test
    void aHolderInABlackHoleKnowsBeforeTheNextOneEnters() throws Exception {
        DistributedLock lock = cutOff.getLock("hole");
        lock.lock();
        CompletableFuture<Long> next = nextHolder("hole");
        Eventually.until("the other queues", () -> FaultFixture.queued("hole") == 2);
        proxy.blackHole();
        long lost = timeOfLoss(lock);
        assertThat(next.get(20, TimeUnit.SECONDS)).isGreaterThan(lost);
        assertThatThrownBy(lock::unlock).isInstanceOf(LockLostException.class);
        proxy.heal();
        Eventually.until("it works again", () -> tryLock(lock));
        lock.unlock();
    }

    private static boolean tryLock(DistributedLock lock) {
        try {
            return lock.tryLock();
        } catch (LockUnavailableException e) {
            return false;
        }
    }

    @Test
    void aHolderWhoseServerRefusesItKnowsBeforeTheNextOneEnters() throws Exception {
        DistributedLock lock = cutOff.getLock("refused");
        lock.lock();
        CompletableFuture<Long> next = nextHolder("refused");
        Eventually.until("the other queues", () -> FaultFixture.queued("refused") == 2);
        proxy.refuseConnections();
        proxy.cut(Cut.RST);
        long lost = timeOfLoss(lock);
        assertThat(next.get(20, TimeUnit.SECONDS)).isGreaterThan(lost);
    }

    private static void awaitRenewal(DistributedLock lock) {
        Duration[] least = {lock.remainingLease()};
        Eventually.until("it is renewed", () -> {
            Duration left = lock.remainingLease();
            boolean renewed = left.compareTo(least[0]) > 0;
            least[0] = left;
            return renewed || !lock.isHeldByCurrentThread();
        });
        assertThat(lock.isHeldByCurrentThread()).isTrue();
    }

    @Test
    void aShortBreakCostsNothing() throws Exception {
        try (LockService patient = LockService.open(FaultFixture.proxied(FaultFixture.LONG_SESSION))) {
            DistributedLock lock = patient.getLock("break");
            lock.lock();
            for (int i = 0; i < 2; i++) {
                long accepted = proxy.acceptedConnections();
                proxy.cut(Cut.RST);
                Eventually.until("it is connected again", () -> proxy.acceptedConnections() > accepted);
                Duration left = lock.remainingLease();
                Eventually.until("it is renewed", () -> lock.remainingLease().compareTo(left) > 0);
            }
            assertThat(lock.isHeldByCurrentThread()).isTrue();
            assertThat(other.getLock("break").tryLock()).isFalse();
            lock.unlock();
        }
        assertThat(other.getLock("break").tryLock()).isTrue();
    }

    @Test
    void aWaiterWhoseSessionExpiresQueuesAgainAndNeverTakesItsOldNode() throws Exception {
        DistributedLock mine = other.getLock("waiting");
        mine.lock();
        CompletableFuture<Long> waiting = CompletableFuture.supplyAsync(() -> {
            DistributedLock wanted = cutOff.getLock("waiting");
            wanted.lock();
            long entered = System.nanoTime();
            // The end of the session in which it began to wait is not the end of what it has now.
            awaitRenewal(wanted);
            awaitRenewal(wanted);
            wanted.unlock();
            return entered;
        });
        Eventually.until("it queues", () -> FaultFixture.queued("waiting") == 2);
        proxy.blackHole();
        Eventually.until("its session is over", () -> FaultFixture.queued("waiting") == 1);
        assertThat(mine.isHeldByCurrentThread()).isTrue();
        proxy.heal();
        Eventually.until("it queues again", () -> FaultFixture.queued("waiting") == 2);
        assertStillWaiting(waiting);
        mine.unlock();
        waiting.get(20, TimeUnit.SECONDS);
        Eventually.until("nothing is left", () -> FaultFixture.queued("waiting") == 0);
    }

    private static void assertStillWaiting(CompletableFuture<Long> waiting)
            throws ExecutionException, InterruptedException {
        try {
            waiting.get(200, TimeUnit.MILLISECONDS);
        } catch (TimeoutException expected) {
            return;
        }
        throw new AssertionError("it did not wait");
    }

    @Test
    void aDeadServerIsAnErrorByTheDeadline() {
        proxy.refuseConnections();
        proxy.cut(Cut.RST);
        long start = System.nanoTime();
        assertThatThrownBy(() -> cutOff.getLock("dead").tryLock())
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("'dead'")
                .hasMessageContaining("zookeeper://127.0.0.1:" + proxy.port());
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(2_250));
    }

    @Test
    void closingInABlackHoleIsBoundedAndLeavesNoThread() {
        cutOff.getLock("stuck").lock();
        proxy.blackHole();
        long start = System.nanoTime();
        cutOff.close();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(8));
        other.close();
        Eventually.until(
                "all threads have ended",
                () -> Thread.getAllStackTraces().keySet().stream()
                        .map(Thread::getName)
                        .noneMatch(name -> name.startsWith("Curator")
                                || name.contains("lockspi")
                                || name.contains("SendThread(127.0.0.1:" + proxy.port())));
    }
}
