package io.lockspi.local;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The source of fencing tokens: one counter for all stores of the JVM, so that tokens rise per name without any state per
 * name, also when a store was closed and opened again. Thread-safe.
 */
final class Tokens {
    private static final AtomicLong HIGHEST = new AtomicLong();

    private Tokens() {}

    /**
     * Reserves a block.
     *
     * @param size how many, at least 1
     * @return the block's highest token
     */
    static long reserve(int size) {
        return HIGHEST.updateAndGet(highest -> Math.addExact(highest, size));
    }

    /** Never reserves this token or a lower one again. */
    static void raise(long token) {
        HIGHEST.accumulateAndGet(token, Math::max);
    }
}
