package io.lockspi.spi;

/**
 * What a back end tells the engine without being asked. The methods return at once, never throw, and may be called from
 * any thread, the back end's network threads included.
 */
public interface SpiEvents {

    /**
     * The lock may have become free. A hint, never a grant; surplus calls cost one attempt a burst at most.
     *
     * @param name the lock's name
     */
    void mayBeFree(String name);

    /** Messages may have been missed (a subscription was renewed): every waiter should ask again. */
    void mayHaveMissedEvents();

    /**
     * The store has taken the lock from this claim.
     *
     * @param claim the claim that is the owner no longer
     */
    void lost(Claim claim);
}
