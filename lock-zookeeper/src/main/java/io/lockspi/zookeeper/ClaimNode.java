package io.lockspi.zookeeper;

import io.lockspi.spi.Claim;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * What this service knows of one claim: where its node is, and what has become of it. One object from the first attempt to
 * the release. Thread-safe.
 */
final class ClaimNode {

    /**
     * Where a claim's node is.
     *
     * @param session the session that made it, and with which it ends
     * @param path its full path
     * @param entry its name, read
     * @param czxid the transaction that created it
     * @param sentNanos when its creation was sent
     * @param direct whether it directly follows the last turn of this service, and so is first in the queue
     */
    record Place(Session session, String path, QueueEntry entry, long czxid, long sentNanos, boolean direct) {}

    final Claim claim;
    final AtomicBoolean confirmed = new AtomicBoolean();

    private volatile @Nullable Place place;
    private volatile boolean ended;
    private volatile boolean waiting;
    private volatile @Nullable Place first;
    private volatile @Nullable Place lost;
    private volatile long waitedNanos;

    ClaimNode(Claim claim) {
        this.claim = claim;
    }

    @Nullable
    Place place() {
        return place;
    }

    void placed(Place where) {
        place = where;
    }

    /** Forgets a node that is gone or of no use. */
    void displaced() {
        place = null;
    }

    /** Marks that nobody wants the claim any more: a node of it that turns up later is deleted. */
    void end() {
        ended = true;
    }

    boolean isEnded() {
        return ended;
    }

    /** Marks that the node stays in the queue, until it is released. */
    void queued() {
        waiting = true;
    }

    boolean isQueued() {
        return waiting;
    }

    /** Marks that the node at a place was first in the queue. */
    void granted(Place where, long nanos) {
        if (first == null && waiting) {
            waitedNanos = nanos - where.sentNanos();
        }
        first = where;
    }

    boolean isGranted() {
        return first != null;
    }

    /** Whether the node that was at a place was first in the queue; one of a later session need not have been. */
    boolean wasFirst(Place where) {
        return where.equals(first);
    }

    /** How long the claim was in the queue before it was granted; 0 if it never waited. */
    long waitedNanos() {
        return waitedNanos;
    }

    /**
     * Marks that the servers have deleted the node without our asking. A claim that still waits may get another node, which
     * is not lost with this one.
     */
    void lost(Place where) {
        lost = where;
    }

    /** Whether the node that the claim has now is lost. */
    boolean isLost() {
        Place current = place;
        return current != null && current.equals(lost);
    }
}
