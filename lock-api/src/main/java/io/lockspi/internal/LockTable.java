package io.lockspi.internal;

import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The states of one service's locks by name. An entry exists while something of that name is in use, and no longer. */
final class LockTable {
    private final Engine engine;
    private final ConcurrentHashMap<String, LockState> states = new ConcurrentHashMap<>();

    LockTable(Engine engine) {
        this.engine = engine;
    }

    /** The state of a name, made if need be, with its mutex locked; {@link LockState#exit} unlocks it. */
    LockState enter(String name) {
        while (true) {
            LockState state = states.get(name);
            if (state == null) {
                state = states.computeIfAbsent(name, key -> new LockState(engine, this, key));
            }
            if (state.enter()) {
                return state;
            }
        }
    }

    /** The state of a name if there is one, not locked. */
    @Nullable
    LockState peek(String name) {
        return states.get(name);
    }

    Collection<LockState> all() {
        return states.values();
    }

    void forget(LockState state) {
        states.remove(state.name, state);
    }

    int size() {
        return states.size();
    }
}
