package io.lockspi.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockspi.DistributedLock;
import io.lockspi.InMemoryFencedGuard;
import io.lockspi.LockService;
import io.lockspi.LockUnavailableException;
import io.lockspi.StaleTokenException;
import io.lockspi.servers.RedisServer;
import io.lockspi.tck.fault.Cut;
import io.lockspi.tck.fault.FaultProxy;
import io.lockspi.tck.fault.Framing;
import io.lockspi.tck.fault.Hook;
import io.lockspi.tck.fault.Match;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Answers that are lost or late, and claims that are over before their holder knows. */
@SuppressWarnings("LockNotBeforeTry") // locking and unlocking is what is tested
class LateAnswersTest {
    private static final Five FIVE = new Five();
    /** Far below the lease: the lock was released, and did not merely expire. */
    private static final Duration SOON = Duration.ofSeconds(10);

    private final List<FaultProxy> proxies = new ArrayList<>();
    private final LockService direct = Five.warm(FIVE.open("lease=60s&nodeTimeout=1s"));

    @AfterEach
    void close() {
        direct.close();
        proxies.forEach(FaultProxy::close);
    }

    @AfterAll
    static void stop() {
        FIVE.close();
    }

    private LockService behindProxies(String options) {
        List<String> hosts = new ArrayList<>();
        for (RedisServer server : FIVE.servers()) {
            FaultProxy proxy = FaultProxy.to(server.host(), server.port(), Framing.RESP);
            proxies.add(proxy);
            hosts.add(proxy.host() + ":" + proxy.port());
        }
        return Five.warm(LockService.open("redlock://" + String.join(",", hosts) + "?" + options));
    }

    private static Match acquires() {
        return Match.request().containing(RedlockScript.ACQUIRE.sha());
    }

    @Test
    @DisplayName("L-13, B112: what arrives after the client gave up does not delay the next one by the lease")
    void lateYes() throws Exception {
        try (LockService locks = behindProxies("lease=60s&nodeTimeout=1s")) {
            List<Hook> late = new ArrayList<>();
            proxies.subList(0, 3).forEach(proxy -> late.add(proxy.hold(acquires())));
            assertThatThrownBy(locks.getLock("late")::tryLock).isInstanceOf(LockUnavailableException.class);
            late.forEach(Hook::release);
            for (RedisServer server : FIVE.servers().subList(0, 3)) {
                String marks = Five.key("late", "ended:*");
                Until.holds("rolled back", () -> !List.of().equals(server.command("KEYS", marks)));
            }
            assertFree("late");
        }
    }

    @Test
    @DisplayName(
            "L-13 with the connection gone: the roll-back comes by another one, and refuses the acquire that is late")
    void lostAnswersOnAMajority() throws Exception {
        try (LockService locks = behindProxies("lease=60s&nodeTimeout=1s")) {
            proxies.subList(0, 3).forEach(proxy -> proxy.loseAnswer(acquires(), Cut.RST));
            assertThatThrownBy(locks.getLock("lost")::tryLock).isInstanceOf(LockUnavailableException.class);
            assertFree("lost");
        }
    }

    @Test
    void connectionsDroppedOnAMinorityDoNotMatter() throws Exception {
        try (LockService locks = behindProxies("lease=60s&nodeTimeout=1s")) {
            proxies.subList(0, 2).forEach(proxy -> proxy.loseAnswer(acquires(), Cut.RST));
            DistributedLock lock = locks.getLock("dropped");
            assertThat(lock.tryLock()).isTrue();
            lock.unlock();
            assertFree("dropped");
        }
    }

    @Test
    @DisplayName("Kleppmann: a pause between the answers and their use is not a success")
    void pauseAfterTheAnswers() throws Exception {
        try (LockService locks = behindProxies("nodeTimeout=10s&requestTimeout=20s")) {
            List<Hook> answers = new ArrayList<>();
            proxies.forEach(proxy -> answers.add(proxy.hold(Match.answerTo(acquires()))));
            DistributedLock lock = locks.getLock("pause");
            CompletableFuture<Long> token = CompletableFuture.supplyAsync(() -> {
                lock.lock(Duration.ofMillis(500));
                return lock.fencingToken();
            });
            for (Hook answer : answers) {
                answer.awaitFired(SOON);
            }
            DistributedLock other = direct.getLock("pause");
            assertThat(other.tryLock(SOON)).isTrue();
            long others = other.fencingToken();
            answers.forEach(Hook::release);
            other.unlock();
            assertThat(token.get(20, TimeUnit.SECONDS)).as("granted afterwards").isGreaterThan(others);
        }
    }

    @Test
    @DisplayName("Kleppmann: a server's clock jumps, two hold the lock, and the resource is unharmed by its tokens")
    void clockJumpOnOneServer() throws Exception {
        try (LockService locks = behindProxies("lease=60s&nodeTimeout=1s")) {
            proxies.subList(3, 5).forEach(FaultProxy::blackHole);
            DistributedLock lock = locks.getLock("jump");
            lock.lock();
            InMemoryFencedGuard resource = new InMemoryFencedGuard("stock");
            long old = lock.fencingToken();
            // What a jump does: the key on one server of the bare majority expires early.
            FIVE.get(2).command("DEL", Five.key("jump", "lock"));
            DistributedLock other = direct.getLock("jump");
            assertThat(other.tryLock()).isTrue();
            assertThat(lock.isHeldByCurrentThread()).as("Redlock cannot know").isTrue();
            long next = other.fencingToken();
            assertThat(next).isGreaterThan(old);
            resource.raise(next);
            assertThatThrownBy(() -> resource.raise(old)).isInstanceOf(StaleTokenException.class);
            other.unlock();
        }
    }

    private void assertFree(String name) throws InterruptedException {
        DistributedLock next = direct.getLock(name);
        assertThat(next.tryLock(SOON)).as("free for another service").isTrue();
        next.unlock();
    }
}
