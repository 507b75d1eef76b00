package io.lockspi.internal;

import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The threads that lost this lock and have not unlocked it since: their {@code unlock} says "lost" rather than "not
 * yours". Belongs to the mutex of the lock's state.
 */
final class LostHolds {
    /** A program that never unlocks what it lost must not keep the memory for ever. */
    static final long MEMORY = Nanos.millis(10 * 60 * 1000L);

    private @Nullable IdentityHashMap<Thread, Hold> holds;

    void remember(Thread thread, Hold hold) {
        IdentityHashMap<Thread, Hold> current = holds;
        if (current == null) {
            current = new IdentityHashMap<>(2);
            holds = current;
        }
        current.put(thread, hold);
    }

    @Nullable
    Hold of(Thread thread) {
        return holds == null ? null : holds.get(thread);
    }

    /** Leaves one level of a lost hold and returns the hold, or {@code null} if the thread lost none. */
    @Nullable
    Hold leave(Thread thread) {
        Hold hold = of(thread);
        if (hold != null && hold.leave() == 0) {
            forget(thread, hold);
        }
        return hold;
    }

    void forget(Thread thread, Hold hold) {
        if (holds != null && holds.remove(thread, hold) && hold.forgetting != null) {
            hold.forgetting.cancel();
        }
    }

    /** Forgets what a thread lost before: it starts anew. */
    void forget(Thread thread) {
        Hold hold = of(thread);
        if (hold != null) {
            forget(thread, hold);
        }
    }

    boolean isEmpty() {
        return holds == null || holds.isEmpty();
    }

    int size() {
        return holds == null ? 0 : holds.size();
    }
}
