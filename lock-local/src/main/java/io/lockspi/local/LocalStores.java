package io.lockspi.local;

import io.lockspi.LockConfigurationException;
import io.lockspi.spi.TimeSource;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** The open stores of the JVM by name. A store exists as long as a service has it open. Thread-safe. */
final class LocalStores {
    private static final ConcurrentMap<String, Opened> STORES = new ConcurrentHashMap<>();

    private record Opened(LocalStore store, int services) {}

    private LocalStores() {}

    /**
     * Opens a store, or joins those who have it open.
     *
     * @throws LockConfigurationException if they have another {@link ManualTime}, or one of both has none
     */
    static LocalStore open(String name, TimeSource time) {
        return STORES.compute(name, (key, opened) -> {
                    if (opened == null) {
                        return new Opened(new LocalStore(time), 1);
                    }
                    checkSameTime(name, opened.store().time(), time);
                    return new Opened(opened.store(), opened.services() + 1);
                })
                .store();
    }

    /** Two clocks would disagree on when a lease is over. The system's time is one clock, whoever reads it. */
    private static void checkSameTime(String name, TimeSource theirs, TimeSource ours) {
        boolean manual = theirs instanceof ManualTime || ours instanceof ManualTime;
        if (manual && theirs != ours) {
            throw new LockConfigurationException("local store '" + name
                    + "' is open with another clock: give all its services the same ManualTime,"
                    + " or give each test a store of its own, as in LocalLocks.config(\"orders\", time)");
        }
    }

    static void close(String name) {
        STORES.computeIfPresent(name, LocalStores::leave);
    }

    private static @Nullable Opened leave(String name, Opened opened) {
        return opened.services() == 1 ? null : new Opened(opened.store(), opened.services() - 1);
    }

    static Optional<LocalStore> find(String name) {
        return Optional.ofNullable(STORES.get(name)).map(Opened::store);
    }
}
