package io.lockspi.lab.bench.subject;

import java.util.UUID;

/** What the bare commands have in common. */
final class Floor {
    /** Deletes the key only if it is still the caller's. */
    static final String DELETE_OWN =
            "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";

    static final long LEASE_MILLIS = 30_000;

    private Floor() {}

    static String newOwner() {
        return UUID.randomUUID().toString();
    }

    static IllegalStateException held(String name) {
        return new IllegalStateException("the key " + name + " is held, and bare commands cannot wait for it");
    }

    static IllegalStateException gone(String name) {
        return new IllegalStateException("the key " + name + " was not there any more");
    }
}
