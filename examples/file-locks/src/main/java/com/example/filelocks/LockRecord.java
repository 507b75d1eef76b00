package com.example.filelocks;

import io.lockspi.spi.Claim;
import java.time.Duration;

/**
 * What is stored of one lock. Immutable.
 *
 * @param fence the highest fencing token given out, 0 if none
 * @param claim the owner's claim id; empty if nobody owns the lock
 * @param until when the claim is over, in milliseconds of the machine's clock
 */
record LockRecord(long fence, String claim, long until) {
    /** Of a lock that nobody has ever owned. */
    static final LockRecord NEW = new LockRecord(0, "", 0);

    boolean isHeld(long now) {
        return !claim.isEmpty() && now < until;
    }

    boolean isHeldBy(Claim asking, long now) {
        return isHeld(now) && claim.equals(asking.id());
    }

    /** Gives a free lock to a claim, with a new block of tokens. */
    LockRecord granted(Claim to, long now) {
        return new LockRecord(fence + to.tokens(), to.id(), after(now, to.lease()));
    }

    /** Keeps the claim for another lease; never shortens it. */
    LockRecord prolonged(Duration lease, long now) {
        return new LockRecord(fence, claim, Math.max(until, after(now, lease)));
    }

    /** The counter stays, so that tokens go on rising. */
    LockRecord freed() {
        return new LockRecord(fence, "", 0);
    }

    /** How long the claim is kept at least, for a request that was sent at {@code now} or before. */
    Duration validFor(long now) {
        return Duration.ofMillis(until - now - 1); // the clock's grain
    }

    private static long after(long now, Duration time) {
        return time.compareTo(Duration.ofDays(36_500)) > 0 ? Long.MAX_VALUE / 2 : now + time.toMillis();
    }

    String text() {
        return fence + " " + until + " " + claim;
    }

    static LockRecord parse(String text) {
        String[] words = text.split(" ", 3);
        return new LockRecord(Long.parseLong(words[0]), words[2], Long.parseLong(words[1]));
    }
}
