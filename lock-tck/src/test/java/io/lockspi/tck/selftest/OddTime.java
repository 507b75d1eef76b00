package io.lockspi.tck.selftest;

import io.lockspi.spi.TimeSource;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongUnaryOperator;

/** The system's time by a clock that is wrong: as of a machine that sleeps in between, or whose clock is set. */
final class OddTime implements TimeSource {
    private final long origin = System.nanoTime();
    private final LongUnaryOperator clock;
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "odd-time");
        thread.setDaemon(true);
        return thread;
    });

    /** A clock that makes of the nanoseconds since its start what it shows. */
    OddTime(LongUnaryOperator clock) {
        this.clock = clock;
    }

    @Override
    public long nanos() {
        return origin + clock.applyAsLong(System.nanoTime() - origin);
    }

    @Override
    public Cancellable schedule(long delayNanos, Runnable task) {
        ScheduledFuture<?> future = timer.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }

    @Override
    public void park(Object blocker, long nanos) {
        if (nanos == Long.MAX_VALUE) {
            LockSupport.park(blocker);
        } else {
            LockSupport.parkNanos(blocker, nanos);
        }
    }
}
