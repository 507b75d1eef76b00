package io.lockspi.internal;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.lockspi.DistributedLock;
import io.lockspi.LockConfig;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Grant;
import io.lockspi.spi.LockProvider;
import io.lockspi.spi.LockServiceSpi;
import io.lockspi.spi.Release;
import io.lockspi.spi.Renewal;
import io.lockspi.spi.SpiEvents;
import io.lockspi.spi.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The whole engine under Lincheck's model checker: what the lock guards is linearizable, in every order of threads that it
 * tries. Its model of parking lets a thread wake up without cause, so a lost wake-up does not show here; that is the matter
 * of {@link ThreadRaceTest}. Most of its time goes into instrumenting the JDK; {@code -Psoak} tries far more orders.
 */
class EngineLincheckTest {
    private static final long LONGEST_RUN_MILLIS = 300_000;

    private static final EngineOptions OPTIONS =
            new EngineOptions(Duration.ofHours(10), Duration.ofHours(1), Duration.ofSeconds(1), "");
    private static final LockConfig CONFIG =
            LockConfig.ofAlgorithm("lincheck").withAttachment(TimeSource.class, new NoTimer());
    private static final Random COIN = new Random(1);

    @ParameterizedTest
    @MethodSource("sizes")
    @Timeout(1800)
    void guardedCounterIsLinearizable(int threads, int calls, int runs) {
        ModelCheckingOptions options = new ModelCheckingOptions();
        // The first run instruments hundreds of classes, which takes longer than the tool expects of a run.
        options.invocationTimeout$lincheck(LONGEST_RUN_MILLIS);
        options.iterations(1)
                .invocationsPerIteration(runs)
                .threads(threads)
                .actorsPerThread(calls)
                .actorsBefore(0)
                .actorsAfter(0)
                .minimizeFailedScenario(false)
                .sequentialSpecification(PlainCounter.class)
                .check(GuardedCounter.class);
    }

    static Stream<Arguments> sizes() {
        return Boolean.getBoolean("lockspi.soak")
                ? Stream.of(arguments(2, 1, 1500), arguments(3, 1, 1000), arguments(2, 2, 1000))
                : Stream.of(arguments(2, 1, 100));
    }

    /** What is checked. */
    public static class GuardedCounter {
        private final Engine engine = Engine.simulated(
                new LockProvider.Service("lincheck", List.of(), Set.of(), Set.of(), context -> new Store()),
                OPTIONS,
                CONFIG,
                new Callbacks(),
                COIN);
        private int value;

        /** Adds one under the lock. */
        @Operation
        public int increment() {
            DistributedLock lock = engine.lock("counter");
            lock.lock();
            try {
                int next = value + 1;
                value = next;
                return next;
            } finally {
                lock.unlock();
            }
        }

        /** When all is over, the engine remembers nothing of the lock. */
        @Validate
        public void nothingIsLeft() {
            if (engine.sizes().getOrDefault("states", 0) != 0) {
                throw new IllegalStateException("left: " + engine.sizes());
            }
        }
    }

    /** What it must look like. */
    public static class PlainCounter {
        private int value;

        /** Adds one. */
        public int increment() {
            return ++value;
        }
    }

    private static final class NoTimer implements TimeSource {
        @Override
        public long nanos() {
            return 0;
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

    /** Answers at once. */
    private static final class Store implements LockServiceSpi {
        private @Nullable String owner;
        private long tokens;

        @Override
        public synchronized CompletionStage<Attempt> tryAcquire(Claim claim, boolean wait) {
            if (owner != null) {
                return CompletableFuture.completedFuture(new Attempt.Held(null));
            }
            owner = claim.id();
            tokens += claim.tokens();
            return CompletableFuture.completedFuture(
                    new Attempt.Granted(new Grant(tokens - claim.tokens() + 1, tokens, claim.lease())));
        }

        @Override
        public synchronized CompletionStage<Boolean> release(Release release) {
            boolean mine = release.claim().id().equals(owner);
            owner = mine ? null : owner;
            return CompletableFuture.completedFuture(mine);
        }

        @Override
        public CompletionStage<List<Renewal.Result>> renew(List<Renewal> renewals) {
            return new CompletableFuture<>();
        }

        @Override
        public void onEvents(SpiEvents events) {}

        @Override
        public CompletionStage<Void> check() {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void close() {}
    }
}
