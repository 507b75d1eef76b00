package io.lockspi.lab.bench.subject;

/** A lock whose calls are timed. For one thread at a time. */
public interface TimedLock {
    /** What {@link #lock} returns if the subject has no fencing tokens. */
    long NO_TOKEN = 0;

    /**
     * Acquires the lock, however long it takes.
     *
     * @return the section's fencing token, or {@link #NO_TOKEN}
     */
    long lock();

    /** Releases the lock. */
    void unlock();
}
