package io.lockspi.internal;

import io.lockspi.LossEvent;
import io.lockspi.Registration;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Runs what belongs to the application, on threads that the engine needs for nothing else: a callback that blocks or
 * throws harms neither renewal nor other callbacks.
 */
final class Callbacks {
    private static final System.Logger LOG = System.getLogger("io.lockspi");

    private final ExecutorService threads;
    private final Map<String, List<Consumer<LossEvent>>> listeners = new ConcurrentHashMap<>();

    Callbacks() {
        this(newThreads());
    }

    Callbacks(ExecutorService threads) {
        this.threads = threads;
    }

    private static ExecutorService newThreads() {
        return new ThreadPoolExecutor(0, Integer.MAX_VALUE, 5, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
            Thread thread = new Thread(task, "lockspi-callback");
            thread.setDaemon(true);
            return thread;
        });
    }

    Registration register(String lockName, Consumer<LossEvent> listener) {
        listeners.compute(lockName, (name, entries) -> {
            List<Consumer<LossEvent>> current = entries == null ? new CopyOnWriteArrayList<>() : entries;
            current.add(listener);
            return current;
        });
        AtomicBoolean closed = new AtomicBoolean();
        return () -> {
            if (closed.compareAndSet(false, true)) {
                remove(lockName, listener);
            }
        };
    }

    private void remove(String lockName, Consumer<LossEvent> listener) {
        listeners.computeIfPresent(lockName, (name, entries) -> {
            entries.remove(listener);
            return entries.isEmpty() ? null : entries;
        });
    }

    /** Tells a loss to the listeners of the lock and to those of the claim. */
    void lost(LossEvent event, List<Consumer<LossEvent>> ofClaim) {
        listeners.getOrDefault(event.lockName(), List.of()).forEach(listener -> run(() -> listener.accept(event)));
        ofClaim.forEach(listener -> run(() -> listener.accept(event)));
    }

    void run(Runnable callback) {
        if (!offer(callback)) {
            LOG.log(Level.DEBUG, "a callback came after the lock service was closed and did not run");
        }
    }

    /** Runs what completes a future: after the close on the calling thread, because somebody waits for it. */
    void runEvenIfClosed(Runnable callback) {
        if (!offer(callback)) {
            runGuarded(callback);
        }
    }

    private boolean offer(Runnable callback) {
        try {
            threads.execute(() -> runGuarded(callback));
            return true;
        } catch (RejectedExecutionException closed) {
            return false;
        }
    }

    int listenedNames() {
        return listeners.size();
    }

    /** Lets the callbacks that were handed over run to their end; takes no more. */
    void close() {
        threads.shutdown();
    }

    static void runGuarded(Runnable callback) {
        try {
            callback.run();
        } catch (RuntimeException | Error failure) {
            LOG.log(
                    Level.WARNING,
                    "a lock listener failed; the lock and the other listeners are not affected",
                    failure);
        }
    }
}
