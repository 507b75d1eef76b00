package io.lockspi.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockspi.DistributedLock;
import io.lockspi.LockLostException;
import io.lockspi.LockService;
import io.lockspi.LockUnavailableException;
import io.lockspi.servers.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Servers that restart without their data while a lock is held. */
@SuppressWarnings("LockNotBeforeTry") // locking and unlocking is what is tested
class RestartTest {
    private final Five five = new Five();

    @AfterEach
    void close() {
        five.close();
    }

    @Test
    @DisplayName(
            "F-08, Kleppmann: a claim on a bare majority survives the restart of one of its servers without the key")
    void bareMajorityAndOneRestart() throws Exception {
        try (LockService locks = Five.warm(five.open("lease=20s"));
                LockService others = Five.warm(five.open("lease=20s&requestTimeout=2s"))) {
            DistributedLock lock = holdOnFirstThree(locks);
            five.get(2).kill();
            five.get(2).restartEmpty();
            DistributedLock other = others.getLock("held");
            assertThatThrownBy(other::tryLock)
                    .isInstanceOf(LockUnavailableException.class)
                    .hasStackTraceContaining("it has restarted");
            assertThat(lock.isHeldByCurrentThread()).isTrue();
            // The quarantine kept everybody out, but two of five are no majority that could confirm it.
            assertThatThrownBy(lock::unlock).isInstanceOf(LockLostException.class);
        }
    }

    @Test
    @DisplayName(
            "F-08 with restart=serve: what the quarantine is for, two clients hold the lock, and tokens may fall back")
    void bareMajorityAndOneRestartWithoutQuarantine() {
        try (LockService locks = Five.warm(five.open("lease=20s&restart=serve"));
                LockService others = Five.warm(five.open("lease=20s&restart=serve"))) {
            DistributedLock lock = holdOnFirstThree(locks);
            five.get(2).kill();
            five.get(2).restartEmpty();
            DistributedLock other = others.getLock("held");
            assertThat(other.tryLock()).isTrue();
            assertThat(lock.isHeldByCurrentThread()).isTrue();
        }
    }

    /** The last two servers know nothing of the claim. */
    private DistributedLock holdOnFirstThree(LockService locks) {
        DistributedLock lock = locks.getLock("held");
        five.get(3).pause();
        five.get(4).pause();
        lock.lock();
        five.get(3).kill();
        five.get(4).kill();
        five.get(3).restartEmpty();
        five.get(4).restartEmpty();
        assertThat(five.holders("held")).isEqualTo(3);
        return lock;
    }

    @Test
    @DisplayName(
            "B115, F-07: a claim outlives the restart of every server, one after the other, and nobody else gets in")
    void rollingRestart() throws Exception {
        String options = "lease=3500ms&maxLease=3500ms";
        Five three = new Five(3);
        try (LockService locks = Five.warm(three.open(options));
                LockService others = Five.warm(three.open(options))) {
            DistributedLock lock = locks.getLock("rolling");
            DistributedLock other = others.getLock("rolling");
            lock.lock();
            for (RedisServer server : three.servers()) {
                Until.holds("on all servers", () -> three.holders("rolling") == 3);
                server.kill();
                server.restartEmpty();
                assertThat(other.tryLock()).isFalse();
                assertThat(lock.isHeldByCurrentThread()).isTrue();
            }
            Until.holds("on all servers", () -> three.holders("rolling") == 3);
            // The servers know before the client has heard of it.
            Until.holds("three repairs", () -> Five.statistics(locks).repairs() >= 3);
            long token = lock.fencingToken();
            lock.unlock();
            assertThat(other.tryLock(Until.PATIENCE)).isTrue();
            assertThat(other.fencingToken()).isGreaterThan(token);
            other.unlock();
        } finally {
            three.close();
        }
    }
}
