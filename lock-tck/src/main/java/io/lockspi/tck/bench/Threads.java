package io.lockspi.tck.bench;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes the threads of rules: platform threads, or virtual ones where the JDK has them. */
public final class Threads {
    private Threads() {}

    /**
     * A factory.
     *
     * @param prefix begins the threads' names
     * @param virtual whether they are virtual
     * @throws UnsupportedOperationException if this JDK has no virtual threads
     */
    public static ThreadFactory named(String prefix, boolean virtual) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            String name = prefix + "-" + number.incrementAndGet();
            return virtual ? virtualThread(name, task) : platformThread(name, task);
        };
    }

    private static Thread platformThread(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** By reflection, because the kit is compiled for Java 17. */
    private static Thread virtualThread(String name, Runnable task) {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Class<?> type = Class.forName("java.lang.Thread$Builder");
            Object named = type.getMethod("name", String.class).invoke(builder, name);
            return (Thread) type.getMethod("unstarted", Runnable.class).invoke(named, task);
        } catch (ReflectiveOperationException absent) {
            throw new UnsupportedOperationException(
                    "lock.tck.threads=virtual needs JDK 21 or newer, and this is " + Runtime.version(), absent);
        }
    }
}
