package io.lockspi.tck.fault;

import java.time.Duration;

/**
 * What a {@link FaultProxy} does with every message of one direction. Immutable.
 *
 * <p>The end of a stream counts as its last message: it is delayed, held or swallowed as data would be.
 */
public final class Mode {

    /** Deliver at once. */
    public static final Mode PASS = new Mode(Kind.PASS, Duration.ZERO);

    /** Keep until the mode changes, then deliver in order. */
    public static final Mode HOLD = new Mode(Kind.HOLD, Duration.ZERO);

    /** Swallow: the sender believes that it was sent, the receiver sees nothing, not even the end of the stream. */
    public static final Mode DROP = new Mode(Kind.DROP, Duration.ZERO);

    enum Kind {
        PASS,
        DELAY,
        HOLD,
        DROP
    }

    private final Kind kind;
    private final Duration delay;

    private Mode(Kind kind, Duration delay) {
        this.kind = kind;
        this.delay = delay;
    }

    /**
     * Delivers every message this long after it came in, never out of order.
     *
     * @param delay how long, not negative
     * @return the mode
     * @throws IllegalArgumentException if {@code delay} is negative
     */
    public static Mode delay(Duration delay) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException(
                    "A delay cannot be negative, and " + delay + " was asked; use Mode.PASS");
        }
        return new Mode(Kind.DELAY, delay);
    }

    Kind kind() {
        return kind;
    }

    long delayNanos() {
        return delay.toNanos();
    }

    @Override
    public String toString() {
        return kind == Kind.DELAY ? "DELAY(" + delay + ")" : kind.name();
    }
}
