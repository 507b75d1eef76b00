package io.lockspi.tck.fault;

import org.jspecify.annotations.Nullable;

/** What waits in a lane: a message, or the end of the stream. Mutable parts are guarded by the proxy's lock. */
final class Parcel {

    private final @Nullable Arrival arrival;
    private int copies = 1;
    private long dueNanos;
    private boolean heldByMode;
    private @Nullable Hook holder;

    private Parcel(@Nullable Arrival arrival, long now) {
        this.arrival = arrival;
        this.dueNanos = now;
    }

    static Parcel of(Arrival arrival, long now) {
        return new Parcel(arrival, now);
    }

    static Parcel end(long now) {
        return new Parcel(null, now);
    }

    /** The message, or null for the end of the stream. */
    @Nullable
    Arrival arrival() {
        return arrival;
    }

    int copies() {
        return copies;
    }

    /** Decides what becomes of it: true if it is to be swallowed. */
    boolean applyFate(Mode mode) {
        Arrival current = arrival;
        if (current != null) {
            for (Hook hook : current.acting()) {
                if (hook.fate().kind() != Fate.Kind.BY_MODE) {
                    return applyHook(hook);
                }
            }
        }
        return applyMode(mode);
    }

    private boolean applyHook(Hook hook) {
        switch (hook.fate().kind()) {
            case HOLD -> holder = hook;
            case DELAY -> dueNanos += hook.fate().delayNanos();
            case DUPLICATE -> copies = 2;
            case DROP -> {
                return true;
            }
            case BY_MODE -> throw new AssertionError("Such a hook leaves the message to the mode");
        }
        return false;
    }

    private boolean applyMode(Mode mode) {
        heldByMode = mode.kind() == Mode.Kind.HOLD;
        dueNanos += mode.delayNanos();
        return mode.kind() == Mode.Kind.DROP;
    }

    boolean isHeld() {
        Hook by = holder;
        return heldByMode || (by != null && !by.isReleased());
    }

    long nanosUntilDue(long now) {
        return dueNanos - now;
    }

    void releaseFromMode() {
        heldByMode = false;
    }

    void releaseNow(long now) {
        heldByMode = false;
        holder = null;
        dueNanos = now;
    }
}
