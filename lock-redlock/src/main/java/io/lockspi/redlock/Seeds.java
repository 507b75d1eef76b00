package io.lockspi.redlock;

import java.time.InstantSource;

/**
 * What a client proposes as the next token: the wall clock in microseconds, or what it has seen if that is more. All nodes
 * take the same proposal, so their counters agree again after they did not. No clock decides who holds a lock. Confined to
 * the loop's thread.
 */
final class Seeds {
    private final InstantSource wallClock;
    private long seen;

    Seeds(InstantSource wallClock) {
        this.wallClock = wallClock;
    }

    void seen(long token) {
        seen = Math.max(seen, token);
    }

    long next(int tokens) {
        return Math.max(wallClock.millis() * 1_000, seen + tokens);
    }
}
