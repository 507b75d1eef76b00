package io.lockspi.servers;

import java.util.List;

/**
 * What a server says of itself. Immutable.
 *
 * @param master whether it takes writes
 * @param offset how much of the replication stream it has written, or received; -1 if a replica has none yet
 * @param connected whether a replica is in touch with its master; true for a master
 * @param masterPort the port at which a replica looks for its master; 0 for a master
 */
public record RedisRole(boolean master, long offset, boolean connected, int masterPort) {

    static RedisRole of(RedisServer server) {
        List<?> role = (List<?>) server.read("ROLE");
        if (role == null || role.isEmpty()) {
            throw new IllegalStateException(server + " does not say what it is");
        }
        if ("master".equals(role.get(0))) {
            return new RedisRole(true, number(role.get(1)), true, 0);
        }
        return new RedisRole(false, number(role.get(4)), "connected".equals(role.get(3)), (int) number(role.get(2)));
    }

    private static long number(Object value) {
        return Long.parseLong(String.valueOf(value));
    }
}
