package io.lockspi.redis;

import io.lockspi.redis.node.HashTag;
import java.util.List;

/**
 * The keys of one lock, all in one hash slot: {@code prefix:{name}:kind}, the name with its braces and percent signs
 * percent-encoded, so that each name has its own, non-empty hash tag. Immutable.
 *
 * @param base {@code prefix:{name}:}
 */
record LockKeys(String base) {

    static LockKeys of(String prefix, String lockName) {
        return new LockKeys(prefix + ":{" + HashTag.encode(lockName) + "}:");
    }

    String lock() {
        return base + "lock";
    }

    String fence() {
        return base + "fence";
    }

    String queue() {
        return base + "queue";
    }

    String waiters() {
        return base + "waiters";
    }

    /** The mark that refuses a claim whose release came before its acquire. */
    String tombstone(String claimId) {
        return base + "ended:" + claimId;
    }

    String data(String resource) {
        return base + "data:" + resource;
    }

    /** The highest token that a resource has seen. */
    String seen(String resource) {
        return base + "seen:" + resource;
    }

    List<String> forClaim(String claimId) {
        return List.of(lock(), fence(), queue(), waiters(), tombstone(claimId));
    }

    /** The keys of a claim, and what the server knows of its restarts. */
    List<String> forClaim(String claimId, String bootKey) {
        return List.of(lock(), fence(), queue(), waiters(), tombstone(claimId), bootKey);
    }

    /** What a server knows of its restarts; one for all locks of a prefix. */
    static String boot(String prefix) {
        return prefix + ":boot";
    }
}
