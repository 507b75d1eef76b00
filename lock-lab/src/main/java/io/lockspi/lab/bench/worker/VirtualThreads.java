package io.lockspi.lab.bench.worker;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Virtual threads, found by reflection, since this program also runs where there are none. */
final class VirtualThreads {
    private VirtualThreads() {}

    /** A new one for each task. */
    static ExecutorService newExecutor() {
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException none) {
            throw new IllegalStateException(
                    "JDK " + Runtime.version() + " has no virtual threads; use 21 or newer", none);
        }
    }
}
