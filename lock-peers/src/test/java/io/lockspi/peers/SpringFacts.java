package io.lockspi.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.lockspi.servers.RedisServer;
import io.lockspi.tck.fault.Direction;
import io.lockspi.tck.fault.FaultProxy;
import io.lockspi.tck.fault.Framing;
import io.lockspi.tck.fault.Mode;
import java.time.Duration;
import java.util.ConcurrentModificationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;
import org.springframework.integration.support.locks.DistributedLock;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/** What the kit found of Spring Integration's registry, shown with Spring alone, in both modes. */
@SuppressWarnings("LockNotBeforeTry")
class SpringFacts {
    private static final String NAME = "fact";
    private static final RedisServer SERVER = RedisServer.start();
    private final LettuceConnectionFactory connections =
            new LettuceConnectionFactory(new RedisStandaloneConfiguration(SERVER.host(), SERVER.port()));

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @BeforeEach
    void start() {
        SERVER.command("FLUSHALL");
        connections.afterPropertiesSet();
        connections.start();
    }

    @AfterEach
    void close() {
        Thread.interrupted();
        connections.destroy();
    }

    private RedisLockRegistry registry(RedisLockType type, Duration ttl) {
        RedisLockRegistry registry = new RedisLockRegistry(connections, "facts", ttl);
        registry.setRedisLockType(type);
        return registry;
    }

    private DistributedLock lock(RedisLockType type, Duration ttl) {
        return registry(type, ttl).obtain(NAME);
    }

    private static String key() {
        return "facts:" + NAME;
    }

    @ParameterizedTest
    @EnumSource
    @Confirms(
            peers = {"spring-spin", "spring-pubsub"},
            rules = {"L45"})
    void anInterruptedTimedTryLockThrowsSomethingElseAndLosesTheFlag(RedisLockType type) throws InterruptedException {
        lock(type, Duration.ofSeconds(30)).lock();
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        AtomicBoolean flag = new AtomicBoolean();
        DistributedLock wanted = lock(type, Duration.ofSeconds(30));
        Thread waiter = new Thread(() -> {
            try {
                wanted.tryLock(20, TimeUnit.SECONDS);
            } catch (InterruptedException | RuntimeException ended) {
                failure.set(ended);
                flag.set(Thread.currentThread().isInterrupted());
            }
        });
        waiter.start();
        Pause.of(Duration.ofSeconds(1));
        waiter.interrupt();
        waiter.join(15_000);
        assertThat(failure.get()).isInstanceOf(CannotAcquireLockException.class);
        assertThat(flag).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    @Confirms(
            peers = {"spring-spin", "spring-pubsub"},
            rules = {"L04", "L11", "L12", "L13", "L14", "L17"})
    void unlockWithoutTheLockThrowsIllegalStateException(RedisLockType type) {
        DistributedLock lock = lock(type, Duration.ofSeconds(30));
        assertThatThrownBy(lock::unlock).isExactlyInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @EnumSource
    @Confirms(
            peers = {"spring-spin", "spring-pubsub"},
            rules = {"L42", "L46", "L47", "L48", "L44", "L50", "N10", "Q05", "Z03"})
    void lockOnAnInterruptedThreadThrows(RedisLockType type) {
        // The answer may be there before the flag is looked at.
        Throwable failure = null;
        for (int i = 0; i < 50 && failure == null; i++) {
            DistributedLock lock = lock(type, Duration.ofSeconds(30));
            Thread.currentThread().interrupt();
            failure = catchThrowable(lock::lock);
            Thread.interrupted();
            SERVER.command("DEL", key());
        }
        assertThat(failure).isInstanceOf(CannotAcquireLockException.class);
    }

    @ParameterizedTest
    @EnumSource
    @Confirms(
            peers = {"spring-spin", "spring-pubsub"},
            rules = {"L43", "L50"})
    void tryLockOnAnInterruptedThreadIsFalse(RedisLockType type) {
        DistributedLock lock = lock(type, Duration.ofSeconds(30));
        Thread.currentThread().interrupt();
        assertThat(lock.tryLock()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    @Confirms(
            peers = {"spring-spin", "spring-pubsub"},
            rules = {"L24"})
    void theLongestWaitIsTooShort(RedisLockType type) throws InterruptedException {
        lock(type, Duration.ofSeconds(30)).lock();
        DistributedLock wanted = lock(type, Duration.ofSeconds(30));
        long began = System.nanoTime();
        assertThat(wanted.tryLock(Long.MAX_VALUE, TimeUnit.MILLISECONDS)).isFalse();
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(10));
    }

    @ParameterizedTest
    @EnumSource
    @Confirms(
            peers = {"spring-spin", "spring-pubsub"},
            rules = {"L21"})
    void theShortestWaitOverflows(RedisLockType type) {
        DistributedLock lock = lock(type, Duration.ofSeconds(30));
        assertThatThrownBy(() -> lock.tryLock(Long.MIN_VALUE, TimeUnit.DAYS)).isInstanceOf(ArithmeticException.class);
    }

    @ParameterizedTest
    @EnumSource
    @Confirms(
            peers = {"spring-spin", "spring-pubsub"},
            rules = {"T03", "T04", "T20", "T34", "T37", "T38", "X03", "N04", "D04", "D05"})
    void unlockAfterALossThrowsConcurrentModificationException(RedisLockType type) {
        DistributedLock lock = lock(type, Duration.ofSeconds(30));
        lock.lock();
        SERVER.command("DEL", key());
        assertThatThrownBy(lock::unlock).isInstanceOf(ConcurrentModificationException.class);
    }

    @ParameterizedTest
    @EnumSource
    @Confirms(
            peers = {"spring-spin"},
            rules = {"T05"})
    void aLockThatWasLostAndTakenAgainNeedsTwoUnlocks(RedisLockType type) {
        DistributedLock lock = lock(type, Duration.ofMillis(500));
        lock.lock();
        Pause.of(Duration.ofSeconds(1));
        lock.lock(Duration.ofSeconds(30));
        lock.unlock();
        assertThat(SERVER.command("EXISTS", key())).isEqualTo(1L);
    }

    @ParameterizedTest
    @EnumSource
    @Confirms(
            peers = {"spring-spin"},
            rules = {"T06"})
    void aLockThatWasLostIsNotToBeHadByOtherThreads(RedisLockType type) throws InterruptedException {
        DistributedLock lock = lock(type, Duration.ofMillis(500));
        lock.lock();
        Pause.of(Duration.ofSeconds(1));
        assertThat(SERVER.command("EXISTS", key())).isEqualTo(0L);
        AtomicBoolean got = new AtomicBoolean();
        Thread next = new Thread(() -> got.set(lock.tryLock()));
        next.start();
        next.join();
        assertThat(got).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    @Confirms(
            peers = {"spring-spin"},
            rules = {"T08"})
    void aLeaseOfZeroIsRefusedByRedis(RedisLockType type) {
        DistributedLock lock = lock(type, Duration.ofSeconds(30));
        assertThatThrownBy(() -> lock.lock(Duration.ZERO)).isInstanceOf(CannotAcquireLockException.class);
    }

    @ParameterizedTest
    @EnumSource
    @Confirms(
            peers = {"spring-spin"},
            rules = {"T09"})
    void theLongestLeaseOverflows(RedisLockType type) {
        DistributedLock lock = lock(type, Duration.ofSeconds(30));
        Duration longest = Duration.ofSeconds(Long.MAX_VALUE);
        assertThatThrownBy(() -> lock.tryLock(longest, longest)).isInstanceOf(ArithmeticException.class);
    }

    @ParameterizedTest
    @EnumSource
    @Confirms(
            peers = {"spring-spin"},
            rules = {"T12"})
    void aNestedLeaseShortensTheOuterOne(RedisLockType type) {
        DistributedLock lock = lock(type, Duration.ofSeconds(30));
        lock.lock();
        lock.lock(Duration.ofSeconds(1));
        assertThat(Long.parseLong(String.valueOf(SERVER.command("PTTL", key()))))
                .isLessThanOrEqualTo(1000);
    }

    @ParameterizedTest
    @EnumSource
    @Confirms(
            peers = {"spring-spin", "spring-pubsub"},
            rules = {"P01", "P03", "X05"})
    void destroyReleasesNothing(RedisLockType type) {
        RedisLockRegistry registry = registry(type, Duration.ofSeconds(30));
        registry.obtain(NAME).lock();
        registry.destroy();
        assertThat(SERVER.command("EXISTS", key())).isEqualTo(1L);
    }

    @ParameterizedTest
    @EnumSource
    @Confirms(
            peers = {"spring-spin", "spring-pubsub"},
            rules = {"P02", "Q04", "D02"})
    void aWaiterSleepsOnWhenTheRegistryIsDestroyed(RedisLockType type) throws InterruptedException {
        lock(type, Duration.ofSeconds(30)).lock();
        RedisLockRegistry registry = registry(type, Duration.ofSeconds(30));
        DistributedLock wanted = registry.obtain(NAME);
        Thread waiter = new Thread(wanted::lock);
        waiter.setDaemon(true);
        waiter.start();
        Pause.of(Duration.ofSeconds(1));
        registry.destroy();
        waiter.join(7_000);
        assertThat(waiter.isAlive()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    @Confirms(
            peers = {"spring-spin", "spring-pubsub"},
            rules = {"N01", "N06"})
    void aSlowServerIsWaitedForLongerThanTheWaitAndTheLease(RedisLockType type) throws InterruptedException {
        try (FaultProxy proxy = FaultProxy.to(SERVER.host(), SERVER.port(), Framing.RAW)) {
            LettuceConnectionFactory slow =
                    new LettuceConnectionFactory(new RedisStandaloneConfiguration(proxy.host(), proxy.port()));
            slow.afterPropertiesSet();
            slow.start();
            RedisLockRegistry registry = new RedisLockRegistry(slow, "facts", Duration.ofSeconds(30));
            registry.setRedisLockType(type);
            DistributedLock lock = registry.obtain(NAME);
            lock.lock();
            lock.unlock();
            proxy.set(Direction.REPLIES, Mode.delay(Duration.ofMillis(1500)));
            assertThat(lock.tryLock(Duration.ofMillis(500), Duration.ofMillis(1000)))
                    .as("tryLock with a wait of 500 ms and a lease of 1,000 ms, answered after 1,500 ms")
                    .isTrue();
            assertThat(SERVER.command("EXISTS", key())).isEqualTo(0L);
            slow.destroy();
        }
    }

    @ParameterizedTest
    @EnumSource(names = "PUB_SUB_LOCK")
    @Confirms(
            peers = {"spring-pubsub"},
            rules = {"D02", "D16", "N12"})
    void aWaiterThatMissedTheMessageSleepsForItsLease(RedisLockType type) throws InterruptedException {
        DistributedLock held = lock(type, Duration.ofSeconds(30));
        held.lock();
        Thread waiter = new Thread(lock(type, Duration.ofSeconds(30))::lock);
        waiter.setDaemon(true);
        waiter.start();
        Pause.of(Duration.ofSeconds(1));
        SERVER.command("CLIENT", "KILL", "TYPE", "pubsub");
        held.unlock();
        waiter.join(8_000);
        assertThat(waiter.isAlive())
                .as("waits, 8 s after the lock was released")
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource
    @Confirms(
            peers = {"spring-pubsub"},
            rules = {"T23"})
    void theLockOfAThreadThatEndedIsRenewed(RedisLockType type) throws InterruptedException {
        ThreadPoolTaskScheduler renewal = new ThreadPoolTaskScheduler();
        renewal.initialize();
        RedisLockRegistry registry = registry(type, Duration.ofSeconds(1));
        registry.setRenewalTaskScheduler(renewal);
        Thread holder = new Thread(registry.obtain(NAME)::lock);
        holder.start();
        holder.join();
        Pause.of(Duration.ofSeconds(4));
        assertThat(SERVER.command("EXISTS", key())).isEqualTo(1L);
        renewal.shutdown();
    }
}
