package io.lockspi.redis.node;

import java.util.Map;
import java.util.Objects;

/** What a server says of itself as a master. */
final class MasterEpoch {
    private MasterEpoch() {}

    /** Whether a server takes writes, by its answer to INFO replication. */
    static boolean isMaster(Map<String, String> info) {
        return field(info, "role").equals("master");
    }

    /**
     * Whether a server was one and the same master all the time between two answers to INFO replication over one
     * connection. A server that was demoted and promoted again is another one: it may have lost what it had written.
     */
    static boolean isSame(Map<String, String> before, Map<String, String> after) {
        String id = field(before, "master_replid");
        return isMaster(before) && isMaster(after) && !id.isEmpty() && id.equals(field(after, "master_replid"));
    }

    private static String field(Map<String, String> info, String name) {
        return Objects.requireNonNullElse(info.get(name), "").strip();
    }
}
