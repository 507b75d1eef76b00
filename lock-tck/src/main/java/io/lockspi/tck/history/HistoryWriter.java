package io.lockspi.tck.history;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Appends the events of one process to a file of its own. Thread-safe.
 *
 * <p>Each event is given to the operating system before {@link #record} returns, so it outlives a kill of the process. An
 * event that is lost with the process never makes a good run look bad: a claim whose end is missing ends with the last
 * event that shows it.
 */
public final class HistoryWriter implements AutoCloseable {
    /** What the names of history files end with. */
    public static final String SUFFIX = ".history";

    private final ReentrantLock lock = new ReentrantLock();
    private final EventEncoder encoder = new EventEncoder();
    private final LongSupplier clock;

    // Not a channel: an interrupt of the thread that writes would close it.
    private final FileOutputStream out;

    private HistoryWriter(FileOutputStream out, LongSupplier clock) {
        this.out = out;
        this.clock = clock;
    }

    /**
     * Makes a new file.
     *
     * @param file its name should end with {@value #SUFFIX}
     * @param runId the same for all files of a run
     * @param source who writes, for people
     * @throws IOException if it cannot be written
     */
    public static HistoryWriter create(Path file, String runId, String source) throws IOException {
        return create(file, runId, source, HostClock::nanos);
    }

    /** As {@link #create(Path, String, String)}, with a clock of the caller's. */
    public static HistoryWriter create(Path file, String runId, String source, LongSupplier clock) throws IOException {
        HistoryWriter writer = new HistoryWriter(new FileOutputStream(file.toFile()), clock);
        writer.out.write(writer.encoder.header(runId, source));
        return writer;
    }

    /**
     * Appends an event at the present time.
     *
     * @param event its time is not looked at
     * @return the event's time
     * @throws UncheckedIOException if it cannot be written
     */
    public long record(Event event) {
        lock.lock();
        try {
            long now = clock.getAsLong();
            out.write(encoder.event(event.at(now)));
            return now;
        } catch (IOException failure) {
            throw new UncheckedIOException("the history could not be written: " + event, failure);
        } finally {
            lock.unlock();
        }
    }

    /** Closes the file. Idempotent. */
    @Override
    public void close() {
        lock.lock();
        try {
            out.close();
        } catch (IOException failure) {
            throw new UncheckedIOException("the history could not be closed", failure);
        } finally {
            lock.unlock();
        }
    }
}
