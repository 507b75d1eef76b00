package io.lockspi.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/**
 * Collects the commands that a server executes, scripts' inner ones too, as Redis's MONITOR shows them. Thread-safe.
 *
 * <p>It slows the server down; count with {@link RedisServer#calls()} where that is enough.
 */
public final class RedisMonitor implements AutoCloseable {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition added = lock.newCondition();
    private final List<String> lines = new ArrayList<>();
    private final RedisProbe probe;

    private RedisMonitor(RedisProbe probe) {
        this.probe = probe;
    }

    static RedisMonitor start(RedisProbe probe) {
        probe.command("MONITOR");
        RedisMonitor monitor = new RedisMonitor(probe);
        Thread thread = new Thread(monitor::collect, "redis-monitor");
        thread.setDaemon(true);
        thread.start();
        return monitor;
    }

    private void collect() {
        try {
            probe.waitForever();
            while (true) {
                add(String.valueOf(probe.read()));
            }
        } catch (IOException e) {
            // Closed, or the server has ended: what was collected stays.
        }
    }

    private void add(String line) {
        lock.lock();
        try {
            lines.add(line);
            added.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns what was collected so far, oldest first; a line has time, client and the quoted words of a command. */
    public List<String> lines() {
        lock.lock();
        try {
            return List.copyOf(lines);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for a command.
     *
     * @param wanted tells the line that is waited for; earlier ones count as well
     * @param timeout how long at most
     * @return the first such line
     * @throws TimeoutException if there is none in time
     * @throws InterruptedException if the caller is interrupted
     */
    public String await(Predicate<String> wanted, Duration timeout) throws InterruptedException, TimeoutException {
        long left = timeout.toNanos();
        lock.lockInterruptibly();
        try {
            while (lines.stream().noneMatch(wanted)) {
                if (left <= 0) {
                    throw new TimeoutException("None of " + lines.size() + " commands was the one within " + timeout);
                }
                left = added.awaitNanos(left);
            }
            return lines.stream().filter(wanted).findFirst().orElseThrow();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the collection; what was collected stays. Idempotent. */
    @Override
    public void close() {
        try {
            probe.close();
        } catch (UncheckedIOException e) {
            // The server ended first.
        }
    }
}
