package io.lockspi.internal;

import io.lockspi.LockConfig;
import io.lockspi.LockHandle;
import io.lockspi.LockUnavailableException;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** An engine whose clock and store a test moves by hand: questions are noted, and the test answers them when it likes. */
final class HandDriven implements LockServiceSpi, TimeSource {
    static final String NAME = "name";
    static final Duration LEASE = Duration.ofSeconds(30);
    static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(3);

    final Engine engine;
    final List<CompletableFuture<Attempt>> acquires = new ArrayList<>();
    final List<CompletableFuture<Boolean>> releases = new ArrayList<>();
    final List<Timer> timers = new ArrayList<>();
    final DirectExecutor callbacks = new DirectExecutor();
    boolean returnsNull;
    long now;
    /** The clock moves by so much each time it is read. */
    long perReading;
    /** Runs once, at the next use of the timer: what another thread does at this moment. */
    @Nullable
    Runnable meanwhile;

    private long tokens;

    record Timer(long due, Runnable task) {}

    /** Runs callbacks at once. */
    static final class DirectExecutor extends AbstractExecutorService {
        private boolean shut;

        @Override
        public void execute(Runnable task) {
            if (shut) {
                throw new RejectedExecutionException("shut down");
            }
            task.run();
        }

        @Override
        public void shutdown() {
            shut = true;
        }

        @Override
        public List<Runnable> shutdownNow() {
            shut = true;
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return shut;
        }

        @Override
        public boolean isTerminated() {
            return shut;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return shut;
        }
    }

    HandDriven() {
        LockProvider.Service service = new LockProvider.Service("hand", List.of(), Set.of(), Set.of(), context -> this);
        engine = Engine.simulated(
                service,
                new EngineOptions(LEASE, REQUEST_TIMEOUT, Duration.ofSeconds(1), ""),
                LockConfig.ofAlgorithm("hand").withAttachment(TimeSource.class, this),
                new Callbacks(callbacks),
                new Random(1));
    }

    // ---- what a test does ---------------------------------------------------------------------------------------

    CompletableFuture<LockHandle> acquire(Duration wait) {
        return engine.acquireAsync(NAME, wait, null);
    }

    /** A handle that was granted at once. */
    LockHandle held() {
        CompletableFuture<LockHandle> future = acquire(Duration.ofSeconds(1));
        answer(newestAcquire(), granted());
        return future.join();
    }

    CompletableFuture<Attempt> newestAcquire() {
        return acquires.get(acquires.size() - 1);
    }

    CompletableFuture<Boolean> newestRelease() {
        return releases.get(releases.size() - 1);
    }

    <T> void answer(CompletableFuture<T> question, T answer) {
        question.complete(answer);
    }

    void fail(CompletableFuture<?> question) {
        question.completeExceptionally(new LockUnavailableException("no answer", null));
    }

    Attempt granted() {
        tokens++;
        return new Attempt.Granted(new Grant(tokens, tokens, LEASE));
    }

    static Attempt unavailable() {
        return new Attempt.Unavailable(
                new LockUnavailableException("down", null), Attempt.Effect.NONE, false, Duration.ofMillis(500));
    }

    /** Moves the clock and runs what is due by then. */
    void advanceTo(Duration time) {
        now = time.toNanos();
        for (int due = indexOfDue(); due >= 0; due = indexOfDue()) {
            timers.remove(due).task.run();
        }
    }

    private int indexOfDue() {
        for (int i = 0; i < timers.size(); i++) {
            if (timers.get(i).due <= now) {
                return i;
            }
        }
        return -1;
    }

    int size(String what) {
        return engine.sizes().getOrDefault(what, -1);
    }

    // ---- the clock ----------------------------------------------------------------------------------------------

    @Override
    public long nanos() {
        long reading = now;
        now += perReading;
        return reading;
    }

    @Override
    public Cancellable schedule(long delayNanos, Runnable task) {
        Timer timer = new Timer(now + delayNanos, task);
        timers.add(timer);
        Runnable event = meanwhile;
        meanwhile = null;
        if (event != null) {
            event.run();
        }
        return () -> timers.remove(timer);
    }

    @Override
    public void park(Object blocker, long nanos) {
        throw new AssertionError("nothing may wait here");
    }

    // ---- the store ----------------------------------------------------------------------------------------------

    @Override
    public CompletionStage<Attempt> tryAcquire(Claim claim, boolean wait) {
        CompletableFuture<Attempt> question = new CompletableFuture<>();
        acquires.add(question);
        return orNull(question);
    }

    @Override
    public CompletionStage<Boolean> release(Release release) {
        CompletableFuture<Boolean> question = new CompletableFuture<>();
        releases.add(question);
        return orNull(question);
    }

    @SuppressWarnings("NullAway") // What a broken back end does.
    private <T> CompletionStage<T> orNull(CompletionStage<T> question) {
        return returnsNull ? null : question;
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
