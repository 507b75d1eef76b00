package io.lockspi.redlock;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which run of which server answers at each address: one server must not vote twice. Confined to the loop's thread. */
final class Identities {

    /**
     * Two addresses of one server.
     *
     * @param node one of them
     * @param twin the other
     */
    record Twins(int node, int twin) {}

    private final Map<Integer, String> runs = new HashMap<>();
    private @Nullable Twins twins;

    /** Notes what answered at an address. */
    void note(int node, String run) {
        String known = runs.put(node, run);
        if (run.equals(known)) {
            return;
        }
        twins = null;
        runs.forEach((one, its) -> runs.forEach((other, others) -> {
            if (one < other && its.equals(others)) {
                twins = new Twins(one, other);
            }
        }));
    }

    /** Two addresses of one server, as far as is known; {@code null} if there are none. */
    @Nullable
    Twins twins() {
        return twins;
    }
}
