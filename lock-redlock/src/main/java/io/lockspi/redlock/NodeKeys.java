package io.lockspi.redlock;

import io.lockspi.redis.node.HashTag;
import java.util.List;

/**
 * The keys of one lock on each node: {@code prefix:{name}:kind}. Immutable.
 *
 * @param base {@code prefix:{name}:}
 * @param boot what a node knows of its restarts; one for all locks of a prefix
 */
record NodeKeys(String base, String boot) {

    static NodeKeys of(String prefix, String lockName) {
        return new NodeKeys(prefix + ":{" + HashTag.encode(lockName) + "}:", boot(prefix));
    }

    static String boot(String prefix) {
        return prefix + ":boot";
    }

    String lock() {
        return base + "lock";
    }

    String fence() {
        return base + "fence";
    }

    private String queue() {
        return base + "queue";
    }

    String waiters() {
        return base + "waiters";
    }

    /** The mark that refuses an acquire which comes after its release; of one attempt or of a whole claim. */
    String ended(String id) {
        return base + "ended:" + id;
    }

    List<String> forAcquire(AttemptId id) {
        return List.of(lock(), fence(), queue(), waiters(), ended(id.text()), ended(id.claimId()), boot);
    }

    List<String> forRelease(String id) {
        return List.of(lock(), fence(), queue(), waiters(), ended(id), boot);
    }
}
