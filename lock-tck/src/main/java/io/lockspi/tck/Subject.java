package io.lockspi.tck;

import io.lockspi.spi.LockCapability;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the kit judges: anything that hands out {@link java.util.concurrent.locks.Lock}s by name. Thread-safe.
 *
 * <p>An installed {@link io.lockspi.spi.LockProvider} needs no code: {@link ProviderSubject#of}. For foreign locks
 * {@link #name}, {@link #capabilities}, {@link #open} and, if it locks across processes, {@link #elsewhere} are enough.
 */
public interface Subject extends AutoCloseable {

    /**
     * The name in reports and file names.
     *
     * @return not empty
     */
    String name();

    /**
     * What the locks can do beyond exclusion; asked once. Rules about what is missing here become checks of the refusal.
     * Exclusion, recovery from a crash and the fate of a stale holder are checked whatever this says.
     *
     * @return immutable
     */
    Set<LockCapability> capabilities();

    /**
     * Opens a client that shares nothing with other clients except the store.
     *
     * @param lease how long the store shall keep a renewed claim of this client after the last renewal; a subject that
     *     cannot do so little takes the shortest it can and says so in {@link #shortestLease}
     * @return a new client
     */
    LockClient open(Duration lease);

    /**
     * The shortest lease that the locks can have; the kit asks for none below it.
     *
     * @return positive
     */
    default Duration shortestLease() {
        return Duration.ofMillis(100);
    }

    /**
     * Whether clients have a {@link LockClient#service()}.
     *
     * @return false for foreign locks
     */
    default boolean hasService() {
        return false;
    }

    /**
     * Whether clients have {@link LockClient#election}. Without them the rules about elections do not count.
     *
     * @return false for locks alone
     */
    default boolean hasElections() {
        return false;
    }

    /**
     * How another JVM opens this subject. Needed with {@link LockCapability#CROSS_PROCESS}.
     *
     * @return empty if it cannot
     */
    default Optional<Elsewhere> elsewhere() {
        return Optional.empty();
    }

    /**
     * Takes claims away inside the store.
     *
     * @return empty if there is no such access
     */
    default Optional<Eviction> eviction() {
        return Optional.empty();
    }

    /**
     * Disturbs the path between one client and the store.
     *
     * @return empty if there is no such access
     */
    default Optional<NetworkFaults> network() {
        return Optional.empty();
    }

    /**
     * Stops and starts the store's servers.
     *
     * @return empty if there is no such access
     */
    default Optional<NodeFaults> nodes() {
        return Optional.empty();
    }

    /**
     * Rules that are known to be broken. They run all the same, and must be broken.
     *
     * @return rule id to the reason, such as the number of an issue
     */
    default Map<String, String> deviations() {
        return Map.of();
    }

    /** Ends what the subject started; the kit calls it at the end of a run. */
    @Override
    default void close() {}
}
