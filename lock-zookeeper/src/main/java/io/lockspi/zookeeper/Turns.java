package io.lockspi.zookeeper;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The turns that have ended here last, so that a claim which follows one directly is known to be first without a look at the
 * queue.
 *
 * <p>A claim with the number {@code n} was granted because no claim came before it, and none can come later, since numbers only
 * rise. Once it is gone, the claim with the number {@code n + 1} is first. Numbers begin again only if the lock's node is
 * deleted and made again, and {@code n + 2} claims are created before {@code n + 1} is given anew, each by a transaction of its
 * own. With fewer transactions of the ensemble between the two creations, numbers have not begun again.
 *
 * <p>A table of fixed size, in which one lock's turn may replace another's. Thread-safe.
 */
final class Turns {
    private static final int SIZE = 256;
    private static final int CLAIMS_FROM_ZERO = 2;

    private final AtomicReferenceArray<@Nullable Turn> last = new AtomicReferenceArray<>(SIZE);

    /**
     * A turn that is over.
     *
     * @param direct whether it followed the turn of this service before it, so that the next one probably will as well
     */
    private record Turn(String lockName, long sessionId, int sequence, long czxid, boolean direct) {
        boolean isOf(String name, long session) {
            return lockName.equals(name) && sessionId == session;
        }
    }

    /**
     * Notes that a claim was first in the queue, and that its node is gone.
     *
     * @param place where its node was
     */
    void ended(String lockName, ClaimNode.Place place) {
        last.set(
                slot(lockName),
                new Turn(lockName, place.session().id(), place.entry().sequence(), place.czxid(), place.direct()));
    }

    /** Whether the next claim of a lock is likely to follow the last one directly; only ever a guess. */
    boolean mayFollow(String lockName, long sessionId) {
        Turn turn = last.get(slot(lockName));
        return turn != null && turn.direct() && turn.isOf(lockName, sessionId);
    }

    /** Whether a claim that was created just now is certainly first in its queue. */
    boolean follows(String lockName, long sessionId, QueueEntry entry, long czxid) {
        Turn turn = last.get(slot(lockName));
        if (turn == null || !turn.isOf(lockName, sessionId)) {
            return false;
        }
        long transactions = czxid - turn.czxid();
        return entry.sequence() == turn.sequence() + 1
                && transactions > 0
                && transactions < (long) turn.sequence() + CLAIMS_FROM_ZERO;
    }

    private static int slot(String lockName) {
        int hash = lockName.hashCode();
        return (hash ^ hash >>> 16) & SIZE - 1;
    }
}
