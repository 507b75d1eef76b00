package io.lockspi.tck.bench;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Something that an {@link Actor} does. Thread-safe.
 *
 * @param <T> what comes out of it
 */
public final class Step<T extends @Nullable Object> {
    private static final long SLICE_NANOS = 10_000_000;

    /** A slice that lasts as long counts as one: the machine may not have let the actor run either. */
    private static final long STALL_NANOS = 60_000_000;

    private final String what;
    private final Callable<T> body;
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile @Nullable T result;
    private volatile @Nullable Throwable failure;
    private volatile long beganNanos;
    private volatile long endedNanos;

    Step(String what, Callable<T> body) {
        this.what = what;
        this.body = body;
    }

    void run() {
        beganNanos = Ticker.nanos();
        begun.countDown();
        try {
            result = body.call();
        } catch (Throwable thrown) {
            failure = thrown;
        } finally {
            endedNanos = Ticker.nanos();
            ended.countDown();
        }
    }

    /** Whether it has ended, in whatever way. */
    public boolean isDone() {
        return ended.getCount() == 0;
    }

    void awaitBegun() throws InterruptedException {
        begun.await();
    }

    /** Demands that it still goes on after a time, in which the machine let threads run. */
    public void goesOnFor(Duration time) throws Exception {
        if (endsWithin(time)) {
            Throwable thrown = failure;
            if (thrown instanceof RuleBroken broken) {
                throw broken;
            }
            throw new RuleBroken(
                    what + (thrown == null ? " ended with " + result : " threw " + Check.describe(thrown))
                            + " too early",
                    thrown == null ? new IllegalStateException("ended too early") : thrown);
        }
    }

    private boolean endsWithin(Duration time) throws InterruptedException {
        long left = time.toNanos();
        while (left > 0) {
            long began = Ticker.nanos();
            if (ended.await(Math.min(left, SLICE_NANOS), TimeUnit.NANOSECONDS)) {
                return true;
            }
            long lasted = Ticker.nanos() - began;
            left -= lasted > STALL_NANOS ? SLICE_NANOS : lasted;
        }
        return false;
    }

    /**
     * Waits for its end.
     *
     * @return what came out of it
     * @throws RuleBroken if it has not ended within the limit
     * @throws Exception what it threw
     */
    @SuppressWarnings("NullAway") // set by the body, which returned T
    public T within(Duration limit) throws Exception {
        awaitEnd(limit);
        Throwable thrown = failure;
        if (thrown instanceof Error error) {
            throw error;
        }
        if (thrown != null) {
            throw (Exception) thrown;
        }
        return result;
    }

    /** Waits for its end, whether it succeeded or not. */
    public void awaitEnd(Duration limit) throws InterruptedException {
        if (!ended.await(limit.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new RuleBroken(what + " has not ended within " + Check.millis(limit));
        }
    }

    /** Demands that it fails in one way within a limit. */
    public <X extends Throwable> X failsWithin(Duration limit, Class<X> type) throws InterruptedException {
        awaitEnd(limit);
        Throwable thrown = failure;
        return Check.fails(type, what, () -> {
            if (thrown instanceof Exception exception) {
                throw exception;
            }
            if (thrown instanceof Error error) {
                throw error;
            }
        });
    }

    /** How long it took, from its begin on the actor's thread to its end. */
    public Duration took() {
        return Duration.ofNanos(endedNanos - beganNanos);
    }

    /** When it ended. */
    public long endedNanos() {
        return endedNanos;
    }
}
