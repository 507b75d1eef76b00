package io.lockspi.tck.bench;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures for how long this machine kept a thread from running that wanted to. A rule about an upper limit adds this to
 * the limit, so that a busy machine is not taken for a broken lock.
 */
public final class Stalls implements AutoCloseable {
    private static final long STEP = Duration.ofMillis(5).toNanos();
    private static final long USUAL_LATENESS = Duration.ofMillis(15).toNanos();

    private final Thread sampler = new Thread(this::sample, "tck-stalls");
    private final AtomicLong total = new AtomicLong();
    private volatile boolean closed;

    /** Begins to measure. */
    public Stalls() {
        sampler.setDaemon(true);
        sampler.start();
    }

    private void sample() {
        long before = Ticker.nanos();
        while (!closed) {
            LockSupport.parkNanos(STEP);
            long now = Ticker.nanos();
            long late = now - before - STEP;
            if (late > USUAL_LATENESS) {
                total.addAndGet(late);
            }
            before = now;
        }
    }

    /** All stalls so far, in nanoseconds; differences count. */
    public long nanos() {
        return total.get();
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(sampler);
    }
}
