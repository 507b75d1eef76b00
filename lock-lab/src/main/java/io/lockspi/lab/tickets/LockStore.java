package io.lockspi.lab.tickets;

import java.time.Duration;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Where the locks of a run are. Immutable.
 *
 * @param name the back end's name, {@code none} to sell without locks
 * @param uri how to reach it, {@code null} without locks
 * @param killMinority kills fewer than half of its servers and says how many, {@code null} if that cannot be
 */
public record LockStore(
        String name, @Nullable String uri, @Nullable IntSupplier killMinority) {
    /** No locks at all. */
    public static final LockStore NONE = new LockStore("none", null, null);

    /** Whether there are locks. */
    boolean hasLocks() {
        return uri != null;
    }

    /** The lease that the sellers are to use. */
    @Nullable
    Duration leaseOf(Plan plan) {
        return hasLocks() ? plan.lease() : null;
    }

    /** The name only: the URI may hold a password. */
    @Override
    public String toString() {
        return name;
    }
}
