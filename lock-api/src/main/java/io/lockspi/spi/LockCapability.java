package io.lockspi.spi;

/** What a back end can do beyond exclusion. Declared once, by the provider, and checked by the kit. */
public enum LockCapability {
    /** Excludes other processes, not only other services of one JVM. */
    CROSS_PROCESS,
    /** Waiters of several processes are served in the order of their arrival. */
    FAIR,
    /** Every acquisition has a fencing token that is higher than all before it. */
    FENCING_TOKENS,
    /** The store itself ends a claim after its lease. */
    LEASE,
    /** A claim can be prolonged. */
    RENEWAL,
    /** The loss of a claim is noticed before its lease is over when the store answers. */
    LOSS_NOTIFICATION,
    /** Says who holds a lock. */
    INSPECTION,
    /** Goes on, and stays exclusive, when a minority of its servers fails. */
    SURVIVES_MINORITY_FAILURE
}
