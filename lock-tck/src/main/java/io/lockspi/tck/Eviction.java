package io.lockspi.tck;

/** Access to the store behind the lock's back. Thread-safe. */
@FunctionalInterface
public interface Eviction {

    /**
     * Takes a lock away without telling its holder, as an operator, an eviction or a lost server would.
     *
     * @param name the lock's name
     */
    void evict(String name);
}
