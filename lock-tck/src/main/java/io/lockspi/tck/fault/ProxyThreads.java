package io.lockspi.tck.fault;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The threads of one proxy: daemons, all of which end with it. */
final class ProxyThreads {

    private final Set<Thread> running = ConcurrentHashMap.newKeySet();
    private final String prefix;

    ProxyThreads(String prefix) {
        this.prefix = prefix;
    }

    void start(String name, Runnable task) {
        // Not by themselves at their end: then they would still be there when join() has returned.
        running.removeIf(ProxyThreads::hasEnded);
        Thread thread = new Thread(task, prefix + "-" + name);
        thread.setDaemon(true);
        running.add(thread);
        thread.start();
    }

    private static boolean hasEnded(Thread thread) {
        return thread.getState() == Thread.State.TERMINATED;
    }

    /** Waits until all threads but the caller have ended; their sockets must have been closed before. */
    void join(Duration timeout) {
        long deadline = System.nanoTime() + timeout.toNanos();
        try {
            Thread next = anyOther();
            while (next != null && deadline - System.nanoTime() > 0) {
                next.join(Duration.ofNanos(deadline - System.nanoTime()).toMillis() + 1);
                next = anyOther();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private @Nullable Thread anyOther() {
        return running.stream()
                .filter(thread -> thread != Thread.currentThread() && !hasEnded(thread))
                .findAny()
                .orElse(null);
    }
}
