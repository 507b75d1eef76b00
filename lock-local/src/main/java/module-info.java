/** Locks in memory: for unit tests, and as the reference of what a back end does. */
module io.lockspi.local {
    requires transitive io.lockspi;
    requires static transitive org.jspecify;

    exports io.lockspi.local;

    provides io.lockspi.spi.LockProvider with
            io.lockspi.local.LocalLockProvider;
}
