package io.lockspi.internal;

import io.lockspi.spi.TimeSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The machine's own time, and the only place that reads a wall clock.
 *
 * <p>{@link System#nanoTime()} stands still while a Linux machine is suspended, so a process that wakes would believe in
 * leases that are long over. A suspension shows as a jump of the wall clock against the monotonic one; then, and only
 * then, the boot time ({@code /proc/uptime}, which goes on during suspension) tells how long it was, and that is added to
 * the readings. A wall clock that was merely set has no such effect. Where there is no boot time, a jump is only reported.
 */
final class SystemTime implements TimeSource {
    private static final Path UPTIME = Path.of("/proc/uptime");
    private static final long JUMP = Nanos.millis(500);
    /** The boot time is read with a granularity of 10 ms, so a smaller difference is none. */
    private static final long SHORTEST_SUSPENSION = Nanos.millis(100);

    private final LongSupplier monotonic;
    private final LongSupplier wallMillis;
    private final LongSupplier boot;
    private final ScheduledThreadPoolExecutor timer;
    private final ReentrantLock jumps = new ReentrantLock();
    private volatile Offsets offsets;
    private volatile @Nullable Runnable onJump;

    /** The clocks' differences at the last look, and the suspensions found so far. */
    private record Offsets(long wallMinusMonotonic, long bootMinusMonotonic, long suspended) {}

    SystemTime() {
        this(System::nanoTime, System::currentTimeMillis, SystemTime::bootNanos);
    }

    SystemTime(LongSupplier monotonic, LongSupplier wallMillis, LongSupplier boot) {
        this.monotonic = monotonic;
        this.wallMillis = wallMillis;
        this.boot = boot;
        this.timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "lockspi-timer");
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
        long now = monotonic.getAsLong();
        this.offsets = new Offsets(wallOffset(now), boot.getAsLong() - now, 0);
    }

    @Override
    public long nanos() {
        long now = monotonic.getAsLong();
        Offsets last = offsets;
        if (Math.abs(wallOffset(now) - last.wallMinusMonotonic) > JUMP) {
            lookAtJump(last);
            last = offsets;
        }
        return now + last.suspended;
    }

    private long wallOffset(long now) {
        return Nanos.millis(wallMillis.getAsLong()) - now;
    }

    private void lookAtJump(Offsets seen) {
        jumps.lock();
        try {
            if (!offsets.equals(seen)) {
                return;
            }
            long now = monotonic.getAsLong();
            long bootOffset = boot.getAsLong() - now;
            long slept = bootOffset - seen.bootMinusMonotonic;
            boolean suspended = slept > SHORTEST_SUSPENSION;
            offsets = new Offsets(
                    wallOffset(now),
                    suspended ? bootOffset : seen.bootMinusMonotonic,
                    suspended ? seen.suspended + slept : seen.suspended);
        } finally {
            jumps.unlock();
        }
        Runnable listener = onJump;
        if (listener != null) {
            schedule(0, listener);
        }
    }

    @Override
    public Cancellable schedule(long delayNanos, Runnable task) {
        try {
            ScheduledFuture<?> future = timer.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
            return () -> future.cancel(false);
        } catch (RejectedExecutionException closed) {
            return () -> {};
        }
    }

    @Override
    public void park(Object blocker, long nanos) {
        if (nanos == Long.MAX_VALUE) {
            LockSupport.park(blocker);
        } else {
            LockSupport.parkNanos(blocker, nanos);
        }
    }

    @Override
    public void onClockJump(Runnable task) {
        onJump = task;
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }

    /** Nanoseconds since the machine was started, or 0 where that cannot be read. */
    private static long bootNanos() {
        try {
            String text = Files.readString(UPTIME, StandardCharsets.US_ASCII);
            return (long) (Double.parseDouble(text.substring(0, text.indexOf(' '))) * 1e9);
        } catch (IOException | RuntimeException absent) {
            return 0;
        }
    }
}
