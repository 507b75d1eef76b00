package io.lockspi.internal;

import io.lockspi.LossEvent;

/** An owner inside the engine that hears of a loss at once, on the thread that found it and without any mutex held. */
interface LossAware {
    void lost(Hold hold, LossEvent.Cause cause);
}
