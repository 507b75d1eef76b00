package io.lockspi.redis.node;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.redisson.connection.CRC16;

/** Which server is the master of which key, as it was found. Immutable. */
final class Routes {
    static final int SLOTS = 16_384;

    private final @Nullable Route[] bySlot;
    private final Set<Route> all;

    private Routes(@Nullable Route[] bySlot) {
        this.bySlot = bySlot;
        this.all = distinct(bySlot);
    }

    /** Neighbours mostly have the same master. */
    private static Set<Route> distinct(@Nullable Route[] bySlot) {
        Set<Route> distinct = new HashSet<>();
        @Nullable Route last = null;
        for (Route route : bySlot) {
            if (route != null && !route.equals(last)) {
                distinct.add(route);
                last = route;
            }
        }
        return Set.copyOf(distinct);
    }

    /** One master of all keys. */
    static Routes to(Route master) {
        return new Routes(new Route[] {master});
    }

    /** A master for each slot, {@code null} where there is none. */
    static Routes bySlot(@Nullable Route[] masters) {
        return new Routes(masters.clone());
    }

    /** The master of a key, or {@code null} if nobody serves it. */
    @Nullable
    Route of(String key) {
        return bySlot[bySlot.length == 1 ? 0 : slot(key)];
    }

    /** The same, but for the slot of one key. */
    Routes moved(String key, Route to) {
        @Nullable Route[] changed = bySlot.clone();
        changed[bySlot.length == 1 ? 0 : slot(key)] = to;
        return new Routes(changed);
    }

    /** All masters. */
    Set<Route> all() {
        return all;
    }

    /** The slot of a key: of what stands between the first braces, if anything does. */
    static int slot(String key) {
        int open = key.indexOf('{');
        int close = open < 0 ? -1 : key.indexOf('}', open + 1);
        String hashed = close > open + 1 ? key.substring(open + 1, close) : key;
        return CRC16.crc16(hashed.getBytes(StandardCharsets.UTF_8)) % SLOTS;
    }
}
