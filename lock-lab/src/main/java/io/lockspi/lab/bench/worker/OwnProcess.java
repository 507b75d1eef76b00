package io.lockspi.lab.bench.worker;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.concurrent.locks.LockSupport;

/** What this process uses. */
final class OwnProcess {
    private static final int MOST_COLLECTIONS = 20;
    private static final int STEADY = 3;
    /** Between two collections, for cleaners and reference handlers. */
    private static final long PAUSE_NANOS = 100_000_000;

    private OwnProcess() {}

    static long cpuNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    /** The least that is left after collections, of which the last ones have freed nothing more. */
    static long heapBytes() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        long least = Long.MAX_VALUE;
        int steady = 0;
        for (int i = 0; i < MOST_COLLECTIONS && steady < STEADY; i++) {
            memory.gc();
            LockSupport.parkNanos(PAUSE_NANOS);
            long used = memory.getHeapMemoryUsage().getUsed();
            steady = used < least ? 0 : steady + 1;
            least = Math.min(least, used);
        }
        return least;
    }
}
