package io.lockspi.zookeeper;

import io.lockspi.LockBackendException;
import io.lockspi.spi.Claim;

/**
 * Fencing tokens: {@code floor + (czxid << 12) + sequence}. The czxid is the transaction that created the claim's node;
 * such numbers only rise, over all nodes, sessions and leaders. The 12 bits number the sections of a local hand-over.
 */
final class Tokens {
    private static final int SEQUENCE_BITS = 12;
    private static final int MOST_TOKENS = 1 << SEQUENCE_BITS;

    private final long floor;

    Tokens(long floor) {
        this.floor = floor;
    }

    /**
     * The lowest token of a claim.
     *
     * @throws LockBackendException if the numbers do not fit
     */
    long first(Claim claim, long czxid) {
        if (claim.tokens() > MOST_TOKENS) {
            throw new LockBackendException(
                    "lock '" + claim.name() + "': " + claim.tokens() + " tokens were asked for one claim; ZooKeeper's"
                            + " transaction numbers leave room for " + MOST_TOKENS,
                    null);
        }
        if (czxid <= 0 || czxid > Long.MAX_VALUE >> SEQUENCE_BITS || last(czxid, MOST_TOKENS) < 0) {
            throw new LockBackendException(
                    "lock '" + claim.name() + "': ZooKeeper's transaction number " + Long.toHexString(czxid)
                            + " (hexadecimal; its upper half counts the leaders) with a tokenFloor of " + floor
                            + " makes no fencing token of 63 bits; lower tokenFloor, or move the locks to a new ensemble"
                            + " with a tokenFloor above the last token",
                    null);
        }
        return last(czxid, 1);
    }

    /** The highest token of a claim with so many. */
    long last(long czxid, int tokens) {
        return floor + (czxid << SEQUENCE_BITS) + tokens - 1;
    }
}
