package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.DistributedLock;
import io.lockspi.LockService;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an uncontended lock costs, counted at the server. */
@SuppressWarnings("LockNotBeforeTry") // locking and unlocking is what is tested
class RoundTripsTest {
    private static final int CYCLES = 50;

    private final LockService locks = LockService.open(SharedRedis.SERVER.uri().toString());

    @BeforeEach
    void loadScriptsAndForgetCounts() {
        DistributedLock lock = locks.getLock("warm-up");
        lock.lock();
        lock.unlock();
        SharedRedis.reset();
    }

    @AfterEach
    void close() {
        locks.close();
    }

    @Test
    void lockAndUnlockAreOneRequestEach() {
        DistributedLock lock = locks.getLock("a");
        for (int i = 0; i < CYCLES; i++) {
            lock.lock();
            lock.unlock();
        }
        assertThat(requests()).isEqualTo(Map.of("EVALSHA", 2L * CYCLES));
        assertThat(SharedRedis.calls("PUBLISH")).isZero();
    }

    @Test
    void reentryIsNoRequest() {
        DistributedLock lock = locks.getLock("a");
        for (int i = 0; i < CYCLES; i++) {
            lock.lock();
        }
        assertThat(lock.holdCount()).isEqualTo(CYCLES);
        assertThat(requests()).isEqualTo(Map.of("EVALSHA", 1L));
        for (int i = 0; i < CYCLES; i++) {
            lock.unlock();
        }
        assertThat(requests()).isEqualTo(Map.of("EVALSHA", 2L));
    }

    @Test
    void localQuestionsAreNoRequest() {
        DistributedLock lock = locks.getLock("a");
        lock.lock();
        assertThat(lock.isHeldByCurrentThread()).isTrue();
        assertThat(lock.remainingLease()).isPositive();
        assertThat(lock.fencingToken()).isPositive();
        assertThat(requests()).isEqualTo(Map.of("EVALSHA", 1L));
        lock.unlock();
    }

    /** What clients sent, without what the scripts did and without the test's own questions. */
    private static Map<String, Long> requests() {
        return SharedRedis.SERVER.calls().entrySet().stream()
                .filter(entry -> entry.getKey().matches("(?i)eval|evalsha|script.*|subscribe|unsubscribe|publish|ping"))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
