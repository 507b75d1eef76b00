package io.lockspi.internal;

import io.lockspi.DistributedLock;
import io.lockspi.LockConfig;
import io.lockspi.LockInfo;
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
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The engine under Lincheck's model checker, which runs two threads in one interleaving after another, switching at every
 * read and write of shared state: a plain counter under the lock must behave as if its operations ran one by one, nobody
 * may sleep for ever, and no operation may fail.
 */
@SuppressWarnings("LockNotBeforeTry") // locking and unlocking is what is tested
class LincheckTest {

    @Test
    @DisplayName("two threads that lock, count and unlock are never inside together, and both come out")
    void lockAndUnlock() {
        new ModelCheckingOptions()
                .iterations(1)
                .invocationsPerIteration(Boolean.getBoolean("lockspi.soak") ? 5_000 : 200)
                .threads(2)
                .actorsPerThread(1)
                .actorsBefore(0)
                .actorsAfter(0)
                .minimizeFailedScenario(false)
                .sequentialSpecification(Counter.class)
                .check(CounterUnderLock.class);
    }

    /** What the model checker runs; public and with a public constructor, as it wants it. */
    public static class CounterUnderLock {
        private final Engine engine = engine();
        private int counter;

        @Operation
        public int increment() {
            DistributedLock lock = engine.lock("a");
            lock.lock();
            int counted = ++counter;
            lock.unlock();
            return counted;
        }
    }

    /** What it must look like from outside, one operation after another. */
    public static class Counter {
        private int counter;

        public int increment() {
            return ++counter;
        }
    }

    private static Engine engine() {
        LockProvider.Service service =
                new LockProvider.Service("checked", List.of(), Set.of(), Set.of(), context -> new OneLock());
        EngineOptions options =
                new EngineOptions(Duration.ofSeconds(30), Duration.ofSeconds(3), Duration.ofSeconds(1), "");
        LockConfig config = LockConfig.ofAlgorithm("checked").withAttachment(TimeSource.class, new StoppedClock());
        return Engine.simulated(service, options, config, new Callbacks(), new Random(1));
    }

    /** A store of one lock that answers at once. */
    private static final class OneLock implements LockServiceSpi {
        private final AtomicReference<String> owner = new AtomicReference<>("");

        @Override
        public CompletionStage<Attempt> tryAcquire(Claim claim, boolean wait) {
            boolean granted = owner.compareAndSet("", claim.id()) || claim.id().equals(owner.get());
            return CompletableFuture.completedFuture(
                    granted ? new Attempt.Granted(new Grant(1, 1, claim.lease())) : new Attempt.Held(null));
        }

        @Override
        public CompletionStage<List<Renewal.Result>> renew(List<Renewal> renewals) {
            return new CompletableFuture<>();
        }

        @Override
        public CompletionStage<Boolean> release(Release release) {
            return CompletableFuture.completedFuture(
                    owner.compareAndSet(release.claim().id(), ""));
        }

        @Override
        public void onEvents(SpiEvents events) {}

        @Override
        public CompletionStage<Void> check() {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletionStage<Optional<LockInfo>> inspect(String name) {
            return CompletableFuture.completedFuture(Optional.empty());
        }

        @Override
        public void close() {}
    }

    /** Nothing here may depend on a timer. */
    private static final class StoppedClock implements TimeSource {
        @Override
        public long nanos() {
            return 1;
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
}
