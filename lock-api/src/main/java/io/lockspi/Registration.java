package io.lockspi;

/** A listener that is registered until it is closed. */
public interface Registration extends AutoCloseable {

    /** Removes the listener. Idempotent; an event that is on its way may still arrive. */
    @Override
    void close();
}
