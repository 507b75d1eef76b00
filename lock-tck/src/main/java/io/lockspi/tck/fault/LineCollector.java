package io.lockspi.tck.fault;

import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads the lines of a stream in a daemon thread and keeps them. Thread-safe. */
final class LineCollector {

    private static final System.Logger LOGGER = System.getLogger(LineCollector.class.getName());

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<String> lines = new ArrayList<>();
    private final Consumer<String> listener;
    private int consumed;
    private boolean ended;

    LineCollector(String threadName, BufferedReader in, Consumer<String> listener) {
        this.listener = listener;
        Thread thread = new Thread(() -> collect(in), threadName);
        thread.setDaemon(true);
        thread.start();
    }

    private void collect(BufferedReader in) {
        try (in) {
            String line = in.readLine();
            while (line != null) {
                add(line);
                line = in.readLine();
            }
        } catch (IOException e) {
            // The process has been killed; what it said before counts.
        } finally {
            update(() -> ended = true);
        }
    }

    private void add(String line) {
        update(() -> lines.add(line));
        try {
            listener.accept(line);
        } catch (RuntimeException e) {
            LOGGER.log(System.Logger.Level.WARNING, "The listener failed at the line: " + line, e);
        }
    }

    private void update(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    List<String> all() {
        lock.lock();
        try {
            return List.copyOf(lines);
        } finally {
            lock.unlock();
        }
    }

    /** Consumes lines up to the first that is wanted; null when the stream ends before. */
    @Nullable
    String await(Predicate<String> wanted, Duration timeout) throws InterruptedException, TimeoutException {
        long left = timeout.toNanos();
        lock.lockInterruptibly();
        try {
            while (true) {
                while (consumed < lines.size()) {
                    String line = lines.get(consumed++);
                    if (wanted.test(line)) {
                        return line;
                    }
                }
                if (ended) {
                    return null;
                }
                if (left <= 0) {
                    throw new TimeoutException("The line did not come within " + timeout + "; there were " + lines);
                }
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    void awaitEnd(Duration timeout) throws InterruptedException {
        long left = timeout.toNanos();
        lock.lockInterruptibly();
        try {
            while (!ended && left > 0) {
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }
}
