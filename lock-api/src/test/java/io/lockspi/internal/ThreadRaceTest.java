package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.DistributedLock;
import io.lockspi.LockConfig;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Grant;
import io.lockspi.spi.LockCapability;
import io.lockspi.spi.LockProvider;
import io.lockspi.spi.LockServiceSpi;
import io.lockspi.spi.Release;
import io.lockspi.spi.Renewal;
import io.lockspi.spi.SpiEvents;
import io.lockspi.spi.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Real threads on two engines, with a timer that never goes off: one lost wake-up, and the test hangs. The store answers on
 * threads of its own.
 */
class ThreadRaceTest {
    private static final int THREADS = 4;
    private static final Duration SHORT = Duration.ofSeconds(2);
    private static final Duration LONG = Duration.ofMinutes(2);

    private final ExecutorService network = Executors.newFixedThreadPool(2);
    private final ExecutorService users = Executors.newFixedThreadPool(2 * THREADS);
    private final Store store = new Store();
    private final Engine first = engine();
    private final Engine second = engine();

    /** What the lock guards: not volatile, and with the highest token so far. */
    private final Map<String, long[]> guarded = Map.of("a", new long[2], "b", new long[2]);

    @AfterEach
    void end() {
        users.shutdownNow();
        network.shutdownNow();
    }

    @Test
    @Timeout(300)
    void nobodyIsForgottenAndNobodyIsLetInTwice() throws Exception {
        long budget = (Boolean.getBoolean("lockspi.soak") ? LONG : SHORT).toNanos();
        long end = System.nanoTime() + budget;
        List<Future<Map<String, Long>>> all = new ArrayList<>();
        for (int i = 0; i < 2 * THREADS; i++) {
            int number = i;
            all.add(users.submit(() -> work(number % 2 == 0 ? first : second, new Random(number), end)));
        }
        Map<String, Long> entered = new HashMap<>();
        for (Future<Map<String, Long>> one : all) {
            one.get(budget + TimeUnit.SECONDS.toNanos(60), TimeUnit.NANOSECONDS)
                    .forEach((name, count) -> entered.merge(name, count, Long::sum));
        }
        guarded.forEach((name, cell) -> assertThat(cell[0]).as(name).isEqualTo(entered.getOrDefault(name, 0L)));
        assertThat(first.sizes()).containsEntry("states", 0);
        assertThat(second.sizes()).containsEntry("states", 0);
    }

    private Map<String, Long> work(Engine engine, Random random, long end) {
        Map<String, Long> entered = new HashMap<>();
        while (System.nanoTime() - end < 0) {
            String name = random.nextInt(4) == 0 ? "b" : "a";
            DistributedLock lock = engine.lock(name);
            if (random.nextInt(8) == 0) {
                if (!lock.tryLock()) {
                    continue;
                }
            } else {
                lock.lock();
            }
            long[] cell = guarded.getOrDefault(name, new long[2]);
            cell[0]++;
            assertThat(lock.fencingToken()).isGreaterThan(cell[1]);
            cell[1] = lock.fencingToken();
            entered.merge(name, 1L, Long::sum);
            lock.unlock();
        }
        return entered;
    }

    private Engine engine() {
        LockProvider.Service service = new LockProvider.Service(
                "race",
                List.of(),
                Set.of(LockCapability.FENCING_TOKENS, LockCapability.FAIR), // no hold-back: there is no timer here
                Set.of(),
                context -> store.connection());
        EngineOptions options = new EngineOptions(Duration.ofHours(10), Duration.ofHours(1), Duration.ofSeconds(1), "");
        LockConfig config = LockConfig.ofAlgorithm("race").withAttachment(TimeSource.class, new NoTimer());
        return Engine.start(service, options, config);
    }

    private static final class NoTimer implements TimeSource {
        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public Cancellable schedule(long delayNanos, Runnable task) {
            return () -> {};
        }

        @Override
        public void park(Object blocker, long nanos) {
            LockSupport.park(blocker);
        }
    }

    /** One lock for each name; tells those who wait when it becomes free. */
    private final class Store {
        private final ReentrantLock mutex = new ReentrantLock();
        private final Map<String, String> owners = new HashMap<>();
        private final Map<String, Map<String, Connection>> waiting = new HashMap<>();
        private long tokens;

        Connection connection() {
            return new Connection(this);
        }

        Attempt acquire(Connection from, Claim claim, boolean wait) {
            mutex.lock();
            try {
                String owner = owners.putIfAbsent(claim.name(), claim.id());
                if (owner == null) {
                    tokens += claim.tokens();
                    waiters(claim.name()).remove(claim.id());
                    return new Attempt.Granted(new Grant(tokens - claim.tokens() + 1, tokens, claim.lease()));
                }
                if (wait) {
                    waiters(claim.name()).put(claim.id(), from);
                }
                return new Attempt.Held(null);
            } finally {
                mutex.unlock();
            }
        }

        boolean release(Claim claim) {
            List<Connection> told;
            boolean mine;
            mutex.lock();
            try {
                waiters(claim.name()).remove(claim.id());
                mine = owners.remove(claim.name(), claim.id());
                told = List.copyOf(waiters(claim.name()).values());
            } finally {
                mutex.unlock();
            }
            told.forEach(connection -> network.execute(() -> connection.tellFree(claim.name())));
            return mine;
        }

        private Map<String, Connection> waiters(String name) {
            return waiting.computeIfAbsent(name, key -> new LinkedHashMap<>());
        }
    }

    private final class Connection implements LockServiceSpi {
        private final Store shared;
        private volatile SpiEvents events = new Nobody();

        Connection(Store shared) {
            this.shared = shared;
        }

        void tellFree(String name) {
            events.mayBeFree(name);
        }

        /** On this thread, or on others, so that an event can overtake an answer. */
        private <T> CompletionStage<T> later(Supplier<T> answer) {
            return (System.nanoTime() & 64) == 0
                    ? CompletableFuture.completedFuture(answer.get())
                    : CompletableFuture.supplyAsync(answer, network).thenApplyAsync(Function.identity(), network);
        }

        @Override
        public CompletionStage<Attempt> tryAcquire(Claim claim, boolean wait) {
            return later(() -> shared.acquire(this, claim, wait));
        }

        @Override
        public CompletionStage<Boolean> release(Release release) {
            return later(() -> shared.release(release.claim()));
        }

        @Override
        public CompletionStage<List<Renewal.Result>> renew(List<Renewal> renewals) {
            return new CompletableFuture<>();
        }

        @Override
        public void onEvents(SpiEvents receiver) {
            events = receiver;
        }

        @Override
        public CompletionStage<Void> check() {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void close() {}
    }

    private static final class Nobody implements SpiEvents {
        @Override
        public void mayBeFree(String name) {}

        @Override
        public void mayHaveMissedEvents() {}

        @Override
        public void lost(Claim claim) {}
    }
}
