package io.lockspi.tck.workload;

import io.lockspi.tck.history.HostClock;
import java.util.OptionalLong;
import java.util.concurrent.locks.Lock;

/**
 * What a lock says of the current thread's claim. Immutable.
 *
 * @param token the fencing token, 0 if there is none
 * @param claim the claim, 0 if unknown
 * @param deadline until when it is certainly valid, not later than that; 0 if the lock does not tell
 * @param valid whether it was valid when asked
 */
record Evidence(long token, long claim, long deadline, boolean valid) {

    /** Looks at the clock first, so that the deadline is never too late. */
    static Evidence ask(WorkloadClient client, Lock lock) {
        long now = HostClock.nanos();
        OptionalLong remaining = client.remaining(lock);
        boolean valid = remaining.isEmpty() || remaining.getAsLong() > 0;
        long deadline = remaining.isEmpty() ? 0 : now + remaining.getAsLong();
        try {
            return new Evidence(client.token(lock), client.claim(lock), deadline, valid);
        } catch (IllegalMonitorStateException lost) {
            return new Evidence(0, 0, now, false);
        }
    }
}
