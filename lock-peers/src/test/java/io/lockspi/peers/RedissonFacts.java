package io.lockspi.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockspi.servers.RedisServer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RFencedLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisException;
import org.redisson.config.Config;

/** What the kit found of Redisson on a server that works, shown with Redisson alone. Its settings are the defaults. */
@SuppressWarnings("LockNotBeforeTry")
class RedissonFacts {
    private static final String NAME = "fact";
    private static final RedisServer SERVER = RedisServer.start();
    private final RedissonClient redisson = open(Duration.ofSeconds(3));

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @BeforeEach
    void empty() {
        SERVER.command("FLUSHALL");
    }

    @AfterEach
    void close() {
        Thread.interrupted();
        redisson.shutdown();
    }

    /** Short, so that the tests see several rounds of the watchdog. */
    private static RedissonClient open(Duration watchdog) {
        Config config = new Config();
        config.setLockWatchdogTimeout(watchdog.toMillis());
        config.useSingleServer().setAddress(SERVER.uri().toString());
        return Redisson.create(config);
    }

    private static long ttl() {
        return Long.parseLong(String.valueOf(SERVER.command("PTTL", NAME)));
    }

    /** Something that ends in an exception. */
    private interface Action {
        void run() throws Exception;
    }

    /** What an action throws on a thread whose flag is set. The answer may be there first, so it is tried until it is not. */
    private static Throwable interrupted(RLock lock, Action acquire) {
        for (int i = 0; i < 50; i++) {
            Thread.currentThread().interrupt();
            try {
                acquire.run();
            } catch (Exception failure) {
                return failure;
            } finally {
                Thread.interrupted();
            }
            if (lock.isHeldByCurrentThread()) {
                lock.unlock();
            }
        }
        throw new AssertionError("50 acquires on an interrupted thread ended without an exception");
    }

    private static void isOrphan(Throwable failure) {
        assertThat(failure).isInstanceOf(RedisException.class).hasMessageContaining("InterruptedException");
        for (int i = 0; i < 5; i++) {
            Pause.of(Duration.ofSeconds(2));
            assertThat(ttl())
                    .as("PTTL of the lock, " + 2 * (i + 1) + " s after, with a watchdog of 3 s")
                    .isPositive();
        }
    }

    @Test
    @Confirms(
            peers = {"rlock", "rlock-fenced"},
            rules = {"L40", "L41", "L42", "L43", "L48", "L50", "N10", "Z03"})
    void lockOnAnInterruptedThreadThrowsAndLeavesALockThatIsRenewed() {
        RLock lock = redisson.getLock(NAME);
        isOrphan(interrupted(lock, lock::lock));
    }

    @Test
    @Confirms(
            peers = {"rlock"},
            rules = {"L40", "L41", "L43", "L48", "Z03"})
    void otherWaysToAcquireThrowRedisExceptionToo() {
        RLock lock = redisson.getLock(NAME);
        assertThat(interrupted(lock, lock::lockInterruptibly)).isInstanceOf(RedisException.class);
        SERVER.command("DEL", NAME);
        assertThat(interrupted(lock, lock::tryLock)).isInstanceOf(RedisException.class);
        SERVER.command("DEL", NAME);
        assertThat(interrupted(lock, () -> lock.tryLock(1, TimeUnit.SECONDS))).isInstanceOf(RedisException.class);
    }

    @Test
    @Confirms(
            peers = {"rlock-fenced"},
            rules = {"L40", "L41", "L42", "L43", "L44", "L45", "L46", "L47", "L48", "N10", "Z03"})
    void lockAndGetTokenOnAnInterruptedThreadThrowsRedisException() {
        RFencedLock lock = redisson.getFencedLock(NAME);
        assertThat(interrupted(lock, lock::lockAndGetToken))
                .isInstanceOf(RedisException.class)
                .hasMessageContaining("InterruptedException");
    }

    @Test
    @Confirms(
            peers = {"rlock", "rlock-fenced"},
            rules = {"L49"})
    void unlockOnAnInterruptedThreadThrowsRedisException() {
        RLock lock = redisson.getLock(NAME);
        Throwable failure = interrupted(lock, () -> {
            boolean flag = Thread.interrupted();
            lock.lock();
            if (flag) {
                Thread.currentThread().interrupt();
            }
            lock.unlock();
        });
        assertThat(failure).isInstanceOf(RedisException.class).hasMessageContaining("InterruptedException");
    }

    /** How a wait for a lock of another client ends after interrupts; {@code null} if it is acquired with the flag lost. */
    private @Nullable Throwable waitWithInterrupts(int interrupts) throws InterruptedException {
        RedissonClient other = open(Duration.ofSeconds(30));
        other.getLock(NAME).lock();
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        AtomicBoolean flag = new AtomicBoolean();
        Thread waiter = new Thread(() -> {
            try {
                redisson.getLock(NAME).lock();
                flag.set(Thread.currentThread().isInterrupted());
            } catch (RuntimeException ended) {
                failure.set(ended);
            }
        });
        waiter.start();
        for (int i = 0; i < interrupts; i++) {
            Pause.of(Duration.ofSeconds(1));
            waiter.interrupt();
        }
        Pause.of(Duration.ofSeconds(1));
        if (waiter.isAlive()) {
            other.getLock(NAME).unlock();
        }
        waiter.join(10_000);
        other.shutdown();
        assertThat(waiter.isAlive()).isFalse();
        assertThat(flag).isFalse();
        return failure.get();
    }

    @Test
    @Confirms(
            peers = {"rlock"},
            rules = {"L46"})
    void anInterruptDuringAWaitIsSwallowed() throws InterruptedException {
        assertThat(waitWithInterrupts(1)).isNull();
    }

    @Test
    @Confirms(
            peers = {"rlock"},
            rules = {"L47"})
    void twoInterruptsEndAWait() throws InterruptedException {
        assertThat(waitWithInterrupts(2)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @Confirms(
            peers = {"rlock", "rlock-fenced", "redisson-redlock"},
            rules = {"T08"})
    void aLeaseOfZeroIsTheWatchdogs() {
        redisson.getLock(NAME).lock(0, TimeUnit.SECONDS);
        assertThat(ttl()).isBetween(2000L, 3000L);
    }

    @Test
    @Confirms(
            peers = {"rlock", "rlock-fenced", "redisson-redlock"},
            rules = {"T09"})
    void theLongestLeaseIsRefusedByRedis() {
        RLock lock = redisson.getLock(NAME);
        assertThatThrownBy(() -> lock.lock(Long.MAX_VALUE, TimeUnit.MILLISECONDS))
                .isInstanceOf(RedisException.class)
                .hasMessageContaining("invalid expire time");
    }

    @Test
    @Confirms(
            peers = {"rlock", "rlock-fenced", "redisson-redlock"},
            rules = {"T12"})
    void aNestedLeaseShortensTheOuterOne() {
        RLock lock = redisson.getLock(NAME);
        lock.lock(60, TimeUnit.SECONDS);
        lock.lock(1, TimeUnit.SECONDS);
        assertThat(ttl()).isLessThanOrEqualTo(1000);
    }

    @Test
    @Confirms(
            peers = {"rlock", "rlock-fenced", "redisson-redlock"},
            rules = {"T23"})
    void theLockOfAThreadThatEndedIsRenewed() throws InterruptedException {
        Thread holder = new Thread(() -> redisson.getLock(NAME).lock());
        holder.start();
        holder.join();
        Pause.of(Duration.ofSeconds(9));
        assertThat(ttl()).isPositive();
    }

    @Test
    @Confirms(
            peers = {"rlock", "rlock-fenced", "redisson-redlock"},
            rules = {"P01", "P03", "X05"})
    void shutdownReleasesNothing() {
        redisson.getLock(NAME).lock();
        redisson.shutdown();
        assertThat(ttl()).isPositive();
    }

    @Test
    @Confirms(
            peers = {"rlock", "rlock-fenced", "redisson-redlock"},
            rules = {"P02", "Q04"})
    void shutdownLeavesWaitersWaiting() throws InterruptedException {
        RedissonClient other = open(Duration.ofSeconds(30));
        other.getLock(NAME).lock();
        Thread waiter = new Thread(() -> redisson.getLock(NAME).lock());
        waiter.setDaemon(true);
        waiter.start();
        Pause.of(Duration.ofSeconds(1));
        redisson.shutdown();
        waiter.join(8_000);
        assertThat(waiter.isAlive()).isTrue();
        other.shutdown();
    }

    @Test
    @Confirms(
            peers = {"rlock", "rlock-fenced", "redisson-redlock"},
            rules = {"X06"})
    void itsThreadsKeepTheProcessAlive() {
        redisson.getLock(NAME).lock();
        assertThat(Thread.getAllStackTraces().keySet())
                .anyMatch(thread -> thread.getName().startsWith("redisson") && !thread.isDaemon());
    }

    @Test
    @Confirms(
            peers = {"rlock-fenced"},
            rules = {"T01", "T02", "T03", "T04", "T05", "T06", "T07", "T10", "T11", "T12", "F04", "F05", "F09"})
    void lockAndGetTokenIgnoresItsLease() {
        redisson.getFencedLock(NAME).lockAndGetToken(1, TimeUnit.SECONDS);
        Pause.of(Duration.ofSeconds(4));
        assertThat(ttl()).as("PTTL, 4 s after a lease of 1 s").isPositive();
    }

    @Test
    @Confirms(
            peers = {"rlock-fenced"},
            rules = {"F03"})
    void aNestedAcquireHasANewToken() {
        RFencedLock lock = redisson.getFencedLock(NAME);
        long outer = lock.lockAndGetToken();
        assertThat(lock.lockAndGetToken()).isGreaterThan(outer);
    }

    @Test
    @Confirms(
            peers = {"rlock-fenced"},
            rules = {"L21"})
    void aNegativeWaitIsEndless() throws InterruptedException {
        RedissonClient other = open(Duration.ofSeconds(30));
        other.getFencedLock(NAME).lock();
        Thread waiter = new Thread(() -> redisson.getFencedLock(NAME).tryLockAndGetToken(-1, TimeUnit.SECONDS));
        waiter.setDaemon(true);
        waiter.start();
        waiter.join(5_000);
        assertThat(waiter.isAlive()).isTrue();
        other.shutdown();
    }

    /** Found by hand only: the adapter avoids it. */
    @Test
    void tryLockAndGetTokenWaitsForALockThatIsHeld() throws InterruptedException {
        RedissonClient other = open(Duration.ofSeconds(30));
        other.getFencedLock(NAME).lock();
        Thread waiter = new Thread(() -> redisson.getFencedLock(NAME).tryLockAndGetToken());
        waiter.setDaemon(true);
        waiter.start();
        waiter.join(5_000);
        assertThat(waiter.isAlive())
                .as("still in tryLockAndGetToken() after 5 s")
                .isTrue();
        other.getFencedLock(NAME).unlock();
        waiter.join(10_000);
        other.shutdown();
    }

    @Test
    @Confirms(
            peers = {"rlock-fenced"},
            rules = {"D03"})
    void tokensBeginAgainWhenTheServerHasForgotten() {
        RFencedLock lock = redisson.getFencedLock(NAME);
        for (int i = 0; i < 5; i++) {
            lock.lockAndGetToken();
            lock.unlock();
        }
        SERVER.command("FLUSHALL");
        assertThat(lock.lockAndGetToken()).isEqualTo(1);
    }

    /** What is left of the wait underflows if the answer took a millisecond, which some of many do. */
    @Test
    @Confirms(
            peers = {"rlock"},
            rules = {"L21"})
    void theShortestWaitIsTheLongest() throws InterruptedException {
        RedissonClient other = open(Duration.ofSeconds(30));
        other.getLock(NAME).lock();
        Thread waiter = new Thread(() -> {
            for (int i = 0; i < 1000; i++) {
                assertThatCode(() -> redisson.getLock(NAME).tryLock(Long.MIN_VALUE, TimeUnit.DAYS))
                        .doesNotThrowAnyException();
            }
        });
        waiter.setDaemon(true);
        waiter.start();
        waiter.join(20_000);
        assertThat(waiter.isAlive())
                .as("1,000 attempts have not come to an end after 20 s")
                .isTrue();
        assertThat(waiter.getState()).isEqualTo(Thread.State.TIMED_WAITING);
        other.shutdown();
    }
}
