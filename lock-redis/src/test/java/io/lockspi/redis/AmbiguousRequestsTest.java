package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockspi.DistributedLock;
import io.lockspi.LockService;
import io.lockspi.LockUnavailableException;
import io.lockspi.tck.fault.Cut;
import io.lockspi.tck.fault.Direction;
import io.lockspi.tck.fault.FaultProxy;
import io.lockspi.tck.fault.Framing;
import io.lockspi.tck.fault.Hook;
import io.lockspi.tck.fault.Match;
import io.lockspi.tck.fault.Mode;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Requests that were lost, late or doubled on their way, seen from the application: an exception always means that nothing
 * is held, one lock is undone by one unlock, and another service gets the lock at once.
 */
@SuppressWarnings("LockNotBeforeTry") // locking and unlocking is what is tested
class AmbiguousRequestsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /** Far below the lease: the lock was released, and did not merely expire. */
    private static final Duration SOON = Duration.ofSeconds(5);

    private final FaultProxy proxy = FaultProxy.to(SharedRedis.SERVER.host(), SharedRedis.SERVER.port(), Framing.RESP);
    private final LockService behindProxy =
            LockService.open("redis://" + proxy.host() + ":" + proxy.port() + "?lease=60s&requestTimeout=500ms");
    private final LockService direct = LockService.open(SharedRedis.SERVER.uri() + "?lease=60s");
    private final DistributedLock lock = behindProxy.getLock("a");
    private final DistributedLock other = direct.getLock("a");

    @BeforeEach
    void connectAndLoadScripts() {
        SharedRedis.reset();
        for (LockService service : new LockService[] {behindProxy, direct}) {
            DistributedLock warmUp = service.getLock("warm-up");
            warmUp.lock();
            warmUp.unlock();
        }
    }

    @AfterEach
    void close() {
        proxy.heal();
        behindProxy.close();
        direct.close();
        proxy.close();
    }

    @Test
    @DisplayName("B01: an interrupt after the store applied the acquire leaves nothing in the store")
    void interruptAfterTheAcquireWasApplied() throws Exception {
        Hook answer = proxy.hold(Match.answerTo(acquires()));
        Throwable thrown = interruptWhen(answer, lock::lockInterruptibly);
        assertThat(thrown).isInstanceOf(InterruptedException.class);
        answer.release();
        assertFreeSoon();
    }

    @Test
    @DisplayName("B02: an interrupted tryLock with a time agrees with the store")
    void interruptedTimedTryLock() throws Exception {
        Hook answer = proxy.hold(Match.answerTo(acquires()));
        Throwable thrown = interruptWhen(answer, () -> lock.tryLock(10, TimeUnit.SECONDS));
        assertThat(thrown).isInstanceOf(InterruptedException.class);
        assertFreeSoon();
        answer.release();
        assertFreeSoon();
    }

    @Test
    @DisplayName("B04, B10: after a lost answer the same client and the others acquire at once")
    void lostAnswerOfAnAcquire() throws Exception {
        proxy.loseAnswer(acquires(), Cut.RST);
        assertThatThrownBy(lock::tryLock).isInstanceOf(LockUnavailableException.class);
        assertThat(lock.tryLock(SOON)).isTrue();
        lock.unlock();
        assertFreeSoon();
    }

    @Test
    @DisplayName("B04: lock() gets over a lost answer by itself, with one hold")
    void lockGetsOverALostAnswer() throws Exception {
        proxy.loseAnswer(acquires(), Cut.FIN);
        lock.lock();
        assertThat(lock.holdCount()).isEqualTo(1);
        lock.unlock();
        assertFreeSoon();
    }

    @Test
    @DisplayName("B08: a grant that is answered after the wait leaves the lock free")
    void grantAnsweredAfterTheWait() throws Exception {
        Hook answer = proxy.hold(Match.answerTo(acquires()));
        assertThatThrownBy(() -> lock.tryLock(Duration.ofMillis(50))).isInstanceOf(LockUnavailableException.class);
        answer.release();
        assertFreeSoon();
    }

    @Test
    @DisplayName("B65: an acquire that was answered after the request time-out counts once")
    void acquireSentAgain() throws Exception {
        Hook answer = proxy.hold(Match.answerTo(acquires()));
        CompletableFuture<Void> locked = CompletableFuture.runAsync(() -> {
            lock.lock();
            assertThat(lock.holdCount()).isEqualTo(1);
            lock.unlock();
        });
        answer.awaitFired(PATIENCE);
        assertThat(locked).succeedsWithin(PATIENCE);
        answer.release();
        assertFreeSoon();
    }

    @Test
    @DisplayName("B65: an acquire that arrives twice counts once")
    void acquireArrivesTwice() throws Exception {
        proxy.duplicate(acquires());
        lock.lock();
        lock.unlock();
        assertFreeSoon();
    }

    @Test
    @DisplayName("B58, B67: a release whose answer was lost is a release")
    void lostAnswerOfARelease() throws Exception {
        lock.lock();
        proxy.loseAnswer(requests(Script.RELEASE), Cut.RST);
        lock.unlock();
        assertThat(other.tryLock()).isTrue();
        other.unlock();
    }

    @Test
    @DisplayName("B64: an unconfirmed unlock says so, and the release goes on in the background")
    void unconfirmedUnlock() throws Exception {
        lock.lock();
        proxy.set(Direction.REQUESTS, Mode.HOLD);
        assertThatThrownBy(lock::unlock).isInstanceOf(LockUnavailableException.class);
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        proxy.heal();
        assertFreeSoon();
        assertThat(lock.tryLock(SOON)).isTrue();
        lock.unlock();
    }

    private void assertFreeSoon() throws InterruptedException {
        assertThat(other.tryLock(SOON)).as("free for another service").isTrue();
        other.unlock();
    }

    private static Match acquires() {
        return requests(Script.ACQUIRE);
    }

    private static Match requests(Script script) {
        return Match.request().containing(script.sha());
    }

    private interface Interruptible {
        void run() throws InterruptedException;
    }

    /** Runs a call on another thread, interrupts it when the hook has fired, and returns what the call threw. */
    private static Throwable interruptWhen(Hook hook, Interruptible call) throws Exception {
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                call.run();
                thrown.complete(new AssertionError("the call returned"));
            } catch (InterruptedException | RuntimeException failure) {
                thrown.complete(failure);
            }
        });
        thread.start();
        hook.awaitFired(PATIENCE);
        thread.interrupt();
        return thrown.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
}
