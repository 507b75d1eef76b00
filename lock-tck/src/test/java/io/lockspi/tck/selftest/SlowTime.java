package io.lockspi.tck.selftest;

import io.lockspi.spi.TimeSource;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The system's time, at a fifth of its speed: as that of a machine that sleeps in between. */
final class SlowTime implements TimeSource {
    private final long origin = System.nanoTime();
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "slow-time");
        thread.setDaemon(true);
        return thread;
    });

    @Override
    public long nanos() {
        return origin + (System.nanoTime() - origin) / 5;
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
