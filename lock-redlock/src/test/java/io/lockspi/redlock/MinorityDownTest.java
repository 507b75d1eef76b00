package io.lockspi.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockspi.DistributedLock;
import io.lockspi.LockService;
import io.lockspi.LockUnavailableException;
import io.lockspi.servers.RedisServer;
import io.lockspi.tck.fault.FaultProxy;
import io.lockspi.tck.fault.Framing;
import io.lockspi.tck.fault.Match;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two of five servers are dead, stopped or slow; then three are, and come back. */
@SuppressWarnings("LockNotBeforeTry") // locking and unlocking is what is tested
class MinorityDownTest {
    private static final int CYCLES = 100;
    private static final Duration NODE_TIMEOUT = Duration.ofMillis(400);
    private static final Duration ALITTLE = Duration.ofMillis(200);

    private final Five five = new Five();
    private final List<FaultProxy> proxies = new ArrayList<>();

    @AfterEach
    void close() {
        proxies.forEach(FaultProxy::close);
        five.close();
    }

    @Test
    void twoDead() {
        try (LockService locks = open()) {
            five.get(0).kill();
            five.get(3).kill();
            assertQuick("two dead", locks);
        }
    }

    @Test
    void twoStopped() {
        try (LockService locks = open()) {
            five.get(1).pause();
            five.get(4).pause();
            assertQuick("two stopped", locks);
            five.get(1).resume();
            five.get(4).resume();
        }
    }

    @Test
    void twoSlow() {
        List<String> hosts = new ArrayList<>();
        for (RedisServer server : five.servers()) {
            FaultProxy proxy = FaultProxy.to(server.host(), server.port(), Framing.RESP);
            proxies.add(proxy);
            hosts.add(proxy.host() + ":" + proxy.port());
        }
        try (LockService locks = Five.warm(LockService.open("redlock://" + String.join(",", hosts) + options()))) {
            proxies.subList(0, 2).forEach(proxy -> proxy.delay(Match.request(), Duration.ofSeconds(2)));
            assertQuick("two slow", locks);
        }
    }

    @Test
    void threeDeadIsAnErrorByTheDeadlineAndOverWhenTheyAreBack() throws Exception {
        String uri = five.uri("lease=1s&maxLease=1s&requestTimeout=1s&nodeTimeout=400ms");
        try (LockService locks = Five.warm(LockService.open(uri))) {
            DistributedLock lock = locks.getLock("majority");
            lock.lock();
            long token = lock.fencingToken();
            lock.unlock();
            five.servers().subList(0, 3).forEach(RedisServer::kill);
            long start = System.nanoTime();
            assertThatThrownBy(lock::tryLock)
                    .isInstanceOf(LockUnavailableException.class)
                    .hasStackTraceContaining(":" + five.get(0).port())
                    .hasStackTraceContaining("no 3 of 5 servers agreed");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
            five.servers().subList(0, 3).forEach(RedisServer::restartEmpty);
            assertThat(lock.tryLock(Until.PATIENCE)).isTrue();
            assertThat(lock.fencingToken()).isGreaterThan(token);
            lock.unlock();
        }
    }

    private LockService open() {
        return Five.warm(LockService.open("redlock://" + five.group.hosts() + options()));
    }

    private static String options() {
        return "?nodeTimeout=" + NODE_TIMEOUT.toMillis() + "ms";
    }

    private static void assertQuick(String what, LockService locks) {
        DistributedLock lock = locks.getLock("quick");
        List<Long> nanos = new ArrayList<>();
        for (int i = 0; i < CYCLES; i++) {
            long start = System.nanoTime();
            lock.lock();
            nanos.add(System.nanoTime() - start);
            lock.unlock();
        }
        Collections.sort(nanos);
        Duration p99 = Duration.ofNanos(nanos.get(CYCLES * 99 / 100 - 1));
        System.out.println(what + ": acquire p50 " + nanos.get(CYCLES / 2) / 1_000 + " us, p99 " + p99.toNanos() / 1_000
                + " us of " + nanos.stream().collect(Collectors.summingLong(Long::longValue)) / 1_000);
        assertThat(p99).as(what).isLessThan(NODE_TIMEOUT.plus(ALITTLE));
    }
}
