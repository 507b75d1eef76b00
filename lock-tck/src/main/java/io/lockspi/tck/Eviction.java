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

    /**
     * Takes the leadership of an election away in the same manner.
     *
     * @param election the election's name; by default the lock {@code election:NAME} is taken away, as STANDARD-NAMES.md
     *     says
     */
    default void evictLeader(String election) {
        evict("election:" + election);
    }
}
