package io.lockspi.local;

import io.lockspi.LockConfig;
import io.lockspi.spi.TimeSource;

/**
 * Help for unit tests of code that locks: configurations with a clock that the test moves, and ways to take a lock away.
 * Thread-safe.
 *
 * <pre>{@code
 * ManualTime time = new ManualTime();
 * try (LockService locks = LockService.open(LocalLocks.config("orders", time))) {
 *     DistributedLock lock = locks.getLock("invoice");
 *     lock.lock(Duration.ofSeconds(10));
 *     time.advance(Duration.ofSeconds(11));
 *     assertFalse(lock.isHeldByCurrentThread());
 * }
 * }</pre>
 */
public final class LocalLocks {
    /** The name of the store that {@code local:} opens. */
    public static final String DEFAULT_STORE = "default";

    private LocalLocks() {}

    /**
     * A configuration of the default store.
     *
     * @param time the clock; all services that have the store open at one time share it
     * @return a configuration for {@link io.lockspi.LockService#open(LockConfig)}
     */
    public static LockConfig config(ManualTime time) {
        return config(DEFAULT_STORE, time);
    }

    /**
     * A configuration of a named store. Tests that run at the same time use different names.
     *
     * @param storeName the store's name
     * @param time the clock; all services that have the store open at one time share it
     * @return a configuration for {@link io.lockspi.LockService#open(LockConfig)}
     */
    public static LockConfig config(String storeName, ManualTime time) {
        return LockConfig.ofAlgorithm("local").withPath(storeName).withAttachment(TimeSource.class, time);
    }

    /**
     * Takes a lock away without telling its holder, as if its lease had run out in the store: the holder hears of it at its
     * next renewal.
     *
     * @param storeName the store's name, {@link #DEFAULT_STORE} for {@code local:}
     * @param lockName the lock's name
     * @return false if nobody held the lock, or no service has the store open
     */
    public static boolean expire(String storeName, String lockName) {
        return LocalStores.find(storeName)
                .map(store -> store.takeAway(lockName, false))
                .orElse(false);
    }

    /**
     * Takes a lock away and tells its holder at once.
     *
     * @param storeName the store's name, {@link #DEFAULT_STORE} for {@code local:}
     * @param lockName the lock's name
     * @return false if nobody held the lock, or no service has the store open
     */
    public static boolean revoke(String storeName, String lockName) {
        return LocalStores.find(storeName)
                .map(store -> store.takeAway(lockName, true))
                .orElse(false);
    }
}
