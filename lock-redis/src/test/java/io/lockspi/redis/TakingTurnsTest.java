package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.DistributedLock;
import io.lockspi.InMemoryFencedGuard;
import io.lockspi.LockService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Many threads of several services on one lock: one at a time, each in its turn, with rising tokens. */
@SuppressWarnings("NonAtomicVolatileUpdate") // an update that is lost shows that two were inside
class TakingTurnsTest {
    private static final int SERVICES = 3;
    private static final int THREADS = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<LockService> services = new ArrayList<>();
    private final InMemoryFencedGuard guard = new InMemoryFencedGuard("resource");

    /** Changed under the lock alone; volatile since services of one JVM promise no more to each other than processes. */
    private volatile long sections;

    private final CountDownLatch enough = new CountDownLatch(20_000);
    private volatile long lastToken;
    private volatile int inside;

    @BeforeEach
    void reset() {
        SharedRedis.reset();
        for (int i = 0; i < SERVICES; i++) {
            services.add(LockService.open(SharedRedis.SERVER.uri().toString()));
        }
    }

    @AfterEach
    void close() {
        services.forEach(LockService::close);
        threads.shutdownNow();
    }

    @Test
    void tokensRiseOverAllSectionsAndNobodyOverlaps() throws Exception {
        List<Future<long[]>> counts = new ArrayList<>();
        AtomicBoolean done = new AtomicBoolean();
        for (LockService service : services) {
            for (int i = 0; i < THREADS; i++) {
                counts.add(threads.submit(() -> work(service, done)));
            }
        }
        awaitSections();
        done.set(true);
        long[] shares = new long[SERVICES];
        long sum = 0;
        for (int i = 0; i < counts.size(); i++) {
            long count = counts.get(i).get(PATIENCE.toSeconds(), TimeUnit.SECONDS)[0];
            shares[i / THREADS] += count;
            sum += count;
        }
        assertThat(sections).as("no update was lost").isEqualTo(sum);
        for (long share : shares) {
            assertThat(share).as("a fair share of %d", sum).isGreaterThan(sum / 5);
        }
    }

    private long[] work(LockService service, AtomicBoolean done) {
        DistributedLock lock = service.getLock("a");
        long count = 0;
        while (!done.get()) {
            lock.lock();
            try {
                assertThat(++inside).isEqualTo(1);
                long token = lock.fencingToken();
                assertThat(token).isGreaterThan(lastToken);
                guard.write(token, () -> sections++);
                enough.countDown();
                lastToken = token;
                inside--;
                count++;
            } finally {
                lock.unlock();
            }
        }
        return new long[] {count};
    }

    @Test
    void loneThreadIsNotStarvedByABusyService() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        List<Future<long[]>> busy = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            busy.add(threads.submit(() -> work(services.get(0), done)));
        }
        awaitSections();
        List<Long> passedMeanwhile = threads.submit(this::workAlone).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        done.set(true);
        for (Future<long[]> worker : busy) {
            worker.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
        Collections.sort(passedMeanwhile);
        // The rest of the batch that runs, and one more that may begin before the request has arrived.
        assertThat(passedMeanwhile.get(passedMeanwhile.size() / 2))
                .as("sections of others during half of the waits: %s", passedMeanwhile)
                .isLessThanOrEqualTo(2 * 64);
    }

    /** For each of some waits of the lone thread, how many sections of others passed. */
    private List<Long> workAlone() {
        DistributedLock lock = services.get(1).getLock("a");
        List<Long> passed = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            long before = sections;
            lock.lock();
            try {
                passed.add(sections - before);
                lastToken = lock.fencingToken();
            } finally {
                lock.unlock();
            }
        }
        return passed;
    }

    private void awaitSections() throws InterruptedException {
        assertThat(enough.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }
}
