/** Locks on a majority of several independent Redis servers. */
module io.lockspi.redlock {
    requires transitive io.lockspi;
    requires io.lockspi.redis;
    requires static transitive org.jspecify;

    exports io.lockspi.redlock;

    provides io.lockspi.spi.LockProvider with
            io.lockspi.redlock.RedlockProvider;
}
