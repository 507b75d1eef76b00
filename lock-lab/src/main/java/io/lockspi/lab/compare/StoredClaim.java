package io.lockspi.lab.compare;

import io.lockspi.servers.RedisServer;
import java.util.List;

/** Reads at the servers themselves who has the clients' claim, so that a fault does what its name says. Without state. */
final class StoredClaim {
    /** As STANDARD-NAMES.md has it, for Redis and for Redlock. */
    private static final String KEY = "lockspi:{" + Measures.SEAT + "}:lock";

    private StoredClaim() {}

    /** Whether a Redis server has it. */
    static boolean isOn(RedisServer server) {
        return Long.valueOf(1).equals(server.command("EXISTS", KEY));
    }

    /**
     * Makes sure that exactly those have it.
     *
     * @param having who must have it
     * @param lacking who must not
     * @throws CompareFailedException if that is not so
     */
    static void demand(List<RedisServer> having, List<RedisServer> lacking) {
        for (RedisServer server : having) {
            if (!isOn(server)) {
                throw new CompareFailedException(server + " lacks the claim that the fault is to meet");
            }
        }
        for (RedisServer server : lacking) {
            if (isOn(server)) {
                throw new CompareFailedException(server + " has the claim that it must not know of");
            }
        }
    }
}
