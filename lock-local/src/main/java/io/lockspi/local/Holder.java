package io.lockspi.local;

import io.lockspi.LockInfo;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Grant;
import java.time.Duration;
import java.util.OptionalInt;

/** The owner of a lock. Guarded by the store's lock. */
final class Holder {
    private final Claim claim;
    private final Client client;
    private final long lastToken;
    private long deadline;
    private boolean confirmed;

    /**
     * Makes an owner with a new block of tokens.
     *
     * @param confirmed false if the lock was passed on to a waiter that has not asked again yet
     */
    Holder(Claim claim, Client client, boolean confirmed, long deadline) {
        this.claim = claim;
        this.client = client;
        this.confirmed = confirmed;
        this.deadline = deadline;
        this.lastToken = Tokens.reserve(claim.tokens());
    }

    Claim claim() {
        return claim;
    }

    Client client() {
        return client;
    }

    boolean confirmed() {
        return confirmed;
    }

    boolean is(Claim other) {
        return claim.id().equals(other.id());
    }

    boolean isOver(long now) {
        return Deadline.hasPassed(deadline, now);
    }

    /** Grants the lock, again perhaps: the same tokens and a full lease. */
    Grant grant(Claim asked, long now) {
        if (!confirmed) {
            // The grace was for asking; from now on the lease counts, also if it is shorter.
            confirmed = true;
            deadline = now;
        }
        Duration validFor = prolong(asked.lease(), now);
        return new Grant(lastToken - claim.tokens() + 1, lastToken, validFor);
    }

    /** Never shortens. */
    Duration prolong(Duration lease, long now) {
        deadline = Deadline.later(deadline, Deadline.after(now, lease));
        return left(now);
    }

    Duration left(long now) {
        return Deadline.left(deadline, now);
    }

    LockInfo info(long now, int waiters) {
        return new LockInfo(
                claim.name(),
                client.label().host(),
                client.label().pid(),
                client.label().application(),
                null, // no wall clock here
                lastToken,
                left(now),
                OptionalInt.of(waiters));
    }
}
