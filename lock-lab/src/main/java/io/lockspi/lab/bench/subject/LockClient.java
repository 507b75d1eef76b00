package io.lockspi.lab.bench.subject;

/** One client of a subject, with the connections that one process would have. Thread-safe. */
public interface LockClient extends AutoCloseable {

    /**
     * A lock by its name.
     *
     * @param name the same name is the same lock in every client of the subject
     * @return for one thread
     */
    TimedLock lock(String name);

    /** Closes the connections. */
    @Override
    void close();
}
