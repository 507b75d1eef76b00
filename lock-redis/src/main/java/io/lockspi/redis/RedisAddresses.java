package io.lockspi.redis;

import io.lockspi.LockConfig;

/**
 * Gives the address by which this process reaches a server for the one by which Sentinels and other servers know it, as it
 * is needed behind address translation. Thread-safe; must not block.
 *
 * @see RedisLocks#addresses
 */
@FunctionalInterface
public interface RedisAddresses {

    /**
     * Translates.
     *
     * @param known the address as it stands in the URI, or as a server told it; with its port
     * @return the address to connect to; {@code known} itself if nothing is to be translated
     */
    LockConfig.Host reach(LockConfig.Host known);
}
