package io.lockspi.redis;

import io.lockspi.spi.TimeSource;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The JDK's clock and timer. */
public final class RealTime implements TimeSource {
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "test-timer");
        thread.setDaemon(true);
        return thread;
    });

    /** Starts no thread before something is scheduled. */
    public RealTime() {}

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public Cancellable schedule(long delayNanos, Runnable task) {
        ScheduledFuture<?> future = timer.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }

    @Override
    public void park(Object blocker, long nanos) {
        LockSupport.parkNanos(blocker, nanos);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
