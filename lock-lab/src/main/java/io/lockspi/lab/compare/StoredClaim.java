package io.lockspi.lab.compare;

import io.lockspi.servers.RedisServer;
import java.util.List;

/** Reads at the servers themselves who has the clients' claim, so that a fault does what its name says. Immutable. */
final class StoredClaim {
    /** By the layouts that STANDARD-NAMES.md fixes. */
    static final StoredClaim OF_REDIS = new StoredClaim("lockspi");

    static final StoredClaim OF_REDLOCK = new StoredClaim("lockspi:redlock");

    private final String key;

    private StoredClaim(String prefix) {
        this.key = prefix + ":{" + Measures.SEAT + "}:lock";
    }

    /** Whether all of them have it. */
    boolean isOn(List<RedisServer> servers) {
        return servers.stream().allMatch(this::isOn);
    }

    private boolean isOn(RedisServer server) {
        return Long.valueOf(1).equals(server.command("EXISTS", key));
    }

    /**
     * Makes sure of it.
     *
     * @param having who must have it
     * @throws CompareFailedException if one has not
     */
    void demandOn(List<RedisServer> having) {
        for (RedisServer server : having) {
            if (!isOn(server)) {
                throw new CompareFailedException(server + " lacks the claim that the fault is to meet");
            }
        }
    }

    /**
     * Makes sure of it.
     *
     * @param having who must have it
     * @param lacking who must not
     * @throws CompareFailedException if that is not so
     */
    void demandOnOneOf(RedisServer having, RedisServer lacking) {
        demandOn(List.of(having));
        if (isOn(lacking)) {
            throw new CompareFailedException(lacking + " has the claim that it must not know of");
        }
    }
}
