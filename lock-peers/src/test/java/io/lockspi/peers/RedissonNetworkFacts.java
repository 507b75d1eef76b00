package io.lockspi.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.servers.RedisGroup;
import io.lockspi.servers.RedisServer;
import io.lockspi.tck.fault.Direction;
import io.lockspi.tck.fault.FaultProxy;
import io.lockspi.tck.fault.Framing;
import io.lockspi.tck.fault.Mode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.RedissonRedLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** What the kit found of Redisson when servers and networks fail, shown with Redisson alone. Its settings are the defaults. */
@SuppressWarnings({"LockNotBeforeTry", "deprecation"})
class RedissonNetworkFacts {
    private static final String NAME = "fact";
    private final RedisGroup group = RedisGroup.start(5);
    private final RedisServer server = group.get(0);
    private final FaultProxy proxy = FaultProxy.to(server.host(), server.port(), Framing.RAW);
    private final RedissonClient redisson = open(proxy.host(), proxy.port());

    @AfterEach
    void close() {
        Thread.interrupted();
        proxy.heal();
        redisson.shutdown();
        proxy.close();
        group.close();
    }

    private static RedissonClient open(String host, int port) {
        Config config = new Config();
        config.useSingleServer().setAddress("redis://" + host + ":" + port);
        return Redisson.create(config);
    }

    private static RedissonClient open(RedisServer server) {
        return open(server.host(), server.port());
    }

    private static Duration timed(Runnable action) {
        long began = System.nanoTime();
        action.run();
        return Duration.ofNanos(System.nanoTime() - began);
    }

    private static Thread waiting(RLock lock) {
        Thread waiter = new Thread(lock::lock);
        waiter.setDaemon(true);
        waiter.start();
        Pause.of(Duration.ofSeconds(1));
        assertThat(waiter.isAlive()).isTrue();
        return waiter;
    }

    @Test
    @Confirms(
            peers = {"rlock", "rlock-fenced"},
            rules = {"N06"})
    void aGrantThatComesAfterItsLeaseIsTrue() throws InterruptedException {
        RLock lock = redisson.getLock(NAME);
        lock.lock();
        lock.unlock();
        proxy.set(Direction.REPLIES, Mode.delay(Duration.ofMillis(1500)));
        assertThat(lock.tryLock(3000, 1000, TimeUnit.MILLISECONDS)).isTrue();
        assertThat(server.command("EXISTS", NAME)).isEqualTo(0L);
    }

    @Test
    @Confirms(
            peers = {"rlock", "rlock-fenced", "redisson-redlock"},
            rules = {"N01"})
    void aSilentServerIsWaitedForLongerThanTheWait() {
        RLock lock = redisson.getLock(NAME);
        lock.lock();
        lock.unlock();
        proxy.blackHole();
        assertThat(timed(() -> {
                    try {
                        lock.tryLock(500, TimeUnit.MILLISECONDS);
                    } catch (InterruptedException | RuntimeException unavailable) {
                        // The time is what counts.
                    }
                }))
                .isGreaterThan(Duration.ofMillis(2500));
    }

    @Test
    @Confirms(
            peers = {"rlock", "rlock-fenced"},
            rules = {"N04", "D04"})
    void whetherItIsHeldIsAskedOfTheServer() {
        RLock lock = redisson.getLock(NAME);
        lock.lock();
        proxy.blackHole();
        assertThat(timed(() -> {
                    try {
                        lock.isHeldByCurrentThread();
                    } catch (RuntimeException unavailable) {
                        // It has no answer of its own.
                    }
                }))
                .isGreaterThan(Duration.ofMillis(2500));
    }

    @Test
    @Confirms(
            peers = {"rlock", "rlock-fenced"},
            rules = {"N12", "D02", "D16"})
    void aWaiterThatMissedTheMessageSleepsForTheHoldersLease() throws InterruptedException {
        RedissonClient other = open(server);
        other.getLock(NAME).lock();
        Thread waiter = waiting(redisson.getLock(NAME));
        server.command("CLIENT", "KILL", "TYPE", "pubsub");
        other.getLock(NAME).unlock();
        waiter.join(8_000);
        assertThat(waiter.isAlive())
                .as("waits, 8 s after the lock was released")
                .isTrue();
        assertThat(server.command("EXISTS", NAME)).isEqualTo(0L);
        other.shutdown();
    }

    /** One client for each server. */
    private List<RedissonClient> clients() {
        return group.servers().stream().map(RedissonNetworkFacts::open).toList();
    }

    private static RedissonRedLock redlock(List<RedissonClient> clients) {
        return new RedissonRedLock(
                clients.stream().map(client -> client.getLock(NAME)).toArray(RLock[]::new));
    }

    @Test
    @Confirms(
            peers = {"redisson-redlock"},
            rules = {"L40", "L41", "L44", "L45", "L48", "N10", "Q05", "Z03"})
    void redLockIsNotInterruptible() throws InterruptedException {
        List<RedissonClient> holders = clients();
        List<RedissonClient> waiters = clients();
        redlock(holders).lock();
        Thread waiter = new Thread(() -> {
            try {
                redlock(waiters).lockInterruptibly();
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        });
        waiter.setDaemon(true);
        waiter.start();
        Pause.of(Duration.ofSeconds(2));
        waiter.interrupt();
        waiter.join(7_000);
        assertThat(waiter.isAlive())
                .as("still in lockInterruptibly(), 7 s after the interrupt")
                .isTrue();
        holders.forEach(RedissonClient::shutdown);
        waiters.forEach(RedissonClient::shutdown);
    }

    @Test
    @Confirms(
            peers = {"redisson-redlock"},
            rules = {"L04", "L11", "L12", "L13", "L14", "L17", "T03", "T04", "T34", "T37", "X03", "D05"})
    void redLockIsUnlockedByAnybodyWithoutAWord() {
        List<RedissonClient> clients = clients();
        redlock(clients).unlock();
        assertThat(server.command("EXISTS", NAME)).isEqualTo(0L);
        clients.forEach(RedissonClient::shutdown);
    }

    @Test
    @Confirms(
            peers = {"redisson-redlock"},
            rules = {"L42", "L46", "L47", "L50"})
    void redLockMayNotEndOnAnInterruptedThread() throws InterruptedException {
        List<RedissonClient> clients = clients();
        List<Thread> interrupted = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            String own = NAME + i;
            Thread thread = new Thread(() -> {
                Thread.currentThread().interrupt();
                new RedissonRedLock(clients.stream()
                                .map(client -> client.getLock(own))
                                .toArray(RLock[]::new))
                        .lock();
            });
            thread.setDaemon(true);
            thread.start();
            interrupted.add(thread);
        }
        Pause.of(Duration.ofSeconds(10));
        assertThat(interrupted)
                .as("threads in lock() of a free lock of their own, after 10 s")
                .anyMatch(Thread::isAlive);
        clients.forEach(RedissonClient::shutdown);
    }

    @Test
    @Confirms(
            peers = {"redisson-redlock"},
            rules = {"L43"})
    void redLocksTryLockOnAnInterruptedThreadIsFalse() {
        List<RedissonClient> clients = clients();
        Thread.currentThread().interrupt();
        assertThat(redlock(clients).tryLock()).isFalse();
        Thread.interrupted();
        clients.forEach(RedissonClient::shutdown);
    }

    @Test
    @Confirms(
            peers = {"redisson-redlock"},
            rules = {"N06", "T01"})
    void redLockIsTrueThoughNoServerHasItAnyMore() throws InterruptedException {
        RedissonClient second = open(group.get(1));
        RedissonClient third = open(group.get(2));
        redisson.getLock(NAME + "-warm").lock();
        RedissonRedLock lock = new RedissonRedLock(second.getLock(NAME), third.getLock(NAME), redisson.getLock(NAME));
        proxy.set(Direction.REPLIES, Mode.delay(Duration.ofMillis(1500)));
        assertThat(lock.tryLock(10_000, 1000, TimeUnit.MILLISECONDS)).isTrue();
        assertThat(group.servers().subList(0, 3))
                .allSatisfy(one -> assertThat(one.command("EXISTS", NAME)).isEqualTo(0L));
        second.shutdown();
        third.shutdown();
    }

    @Test
    @Confirms(
            peers = {"redisson-redlock"},
            rules = {"N07"})
    void redLockAsksOneServerAfterTheOther() throws InterruptedException {
        List<FaultProxy> slow = group.servers().stream()
                .map(one -> FaultProxy.to(one.host(), one.port(), Framing.RAW))
                .toList();
        List<RedissonClient> clients =
                slow.stream().map(one -> open(one.host(), one.port())).toList();
        slow.forEach(one -> one.set(Direction.REPLIES, Mode.delay(Duration.ofMillis(700))));
        assertThat(timed(() -> assertThat(redlock(clients).tryLock()).isTrue()))
                .as("tryLock() of five servers, each of which answers after 700 ms")
                .isGreaterThan(Duration.ofMillis(5 * 700));
        slow.forEach(FaultProxy::heal);
        clients.forEach(RedissonClient::shutdown);
        slow.forEach(FaultProxy::close);
    }
}
