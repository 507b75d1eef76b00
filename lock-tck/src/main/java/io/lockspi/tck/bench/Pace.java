package io.lockspi.tck.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;

/** How slow this machine is at the moment, because others use it too. */
public final class Pace {
    private static final long SAMPLE = Duration.ofMillis(300).toNanos();
    /** A share of the processor that the kit's usual times allow for. */
    private static final double USUAL = 1.3;

    private static final double SLOWEST = 4;

    private Pace() {}

    /**
     * Measures for how much of a time a thread that wants to run is let.
     *
     * @return what to multiply the kit's times with: 1 on a machine that is not busy, at most 4
     */
    public static double measure() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        if (!threads.isCurrentThreadCpuTimeSupported()) {
            return 1;
        }
        long cpuBefore = threads.getCurrentThreadCpuTime();
        long began = Ticker.nanos();
        while (Ticker.nanos() - began < SAMPLE) {
            Thread.onSpinWait();
        }
        double wall = Ticker.nanos() - began;
        double cpu = Math.max(1, threads.getCurrentThreadCpuTime() - cpuBefore);
        return Math.round(Math.max(1, Math.min(SLOWEST, wall / cpu / USUAL)) * 10) / 10.0;
    }
}
