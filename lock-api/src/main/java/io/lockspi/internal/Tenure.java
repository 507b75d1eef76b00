package io.lockspi.internal;

import io.lockspi.spi.Claim;
import io.lockspi.spi.Grant;
import io.lockspi.spi.Release;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One granted claim from its grant to its release. It serves one section of this service or, passed on without any
 * request, several in a row: each {@link Hold} is one of them, with a token of its own from the block that the grant
 * reserved. Bounded, so that other processes get their turn: lock cohorting (Dice, Marathe, Shavit, PPoPP 2012).
 *
 * <p>Fields that are not volatile belong to the mutex of {@link #state}.
 */
final class Tenure {
    /** How many sections one claim serves at most; a grant is asked for so many tokens. */
    static final int SECTIONS = 64;

    private static final long LONGEST = Nanos.millis(20);

    /** A store counts in milliseconds, so what it promises may be short of the lease by one. */
    private static final long GRANULARITY = Nanos.millis(2);

    final LockState state;
    final Claim claim;
    final Grant grant;

    /** When the claim ends unless it is renewed. Read without the mutex by local questions. */
    private volatile long deadlineNanos;

    /** When the lease that was asked for is over. The store may promise less at a time, such as a session's timeout. */
    private long leaseEndNanos;

    /** An acquire of this claim was never answered, so its release must leave a mark against it. */
    private final boolean acquireUnanswered;

    private final boolean renewed;
    private final long leaseNanos;

    /** What the store promised at first, which may be less than the lease. */
    private final long promisedNanos;

    private final long startedNanos;

    /** How long the store took to answer, as far as it was seen. */
    final long roundTripNanos;

    /** When the store has certainly dropped the claim, even if nothing is released. */
    private long certainlyOverNanos;

    /** A nested acquire asked for more than the claim was asked for, so it may end later than its next section expects. */
    private boolean lengthened;

    private int sections;
    private Hold current;

    /** When to renew next, if it is renewed. */
    long nextRenewalNanos;

    /** It waits to be in one of the next batches of renewals. */
    volatile boolean isRenewalDue;

    /** The time from one renewal to the next. */
    long renewalPeriodNanos;

    /** The next thing to do about this claim, renew it or end it, unless that is done in a round. */
    Agenda.@Nullable Entry nextStep;

    /** It is looked at next in a round, unless that has begun. */
    boolean hasJoinedRound;

    /** The time of that round, and where it stands there. These two belong to the mutex of {@link Rounds}. */
    long roundNanos;

    int placeInRound;

    Tenure(LockState state, Acquisition won, Grant grant, Waiter first, long sentNanos, long nowNanos) {
        this.state = state;
        this.claim = won.claim;
        this.grant = grant;
        this.deadlineNanos = sentNanos + Validity.of(Nanos.of(grant.validFor()));
        this.leaseEndNanos = sentNanos + Validity.of(Nanos.of(claim.lease()));
        this.acquireUnanswered = won.mayStillArrive();
        this.renewed = first.request.renewed();
        this.leaseNanos = Nanos.of(claim.lease());
        this.promisedNanos = Math.min(leaseNanos, Nanos.of(grant.validFor()));
        this.startedNanos = nowNanos;
        this.roundTripNanos = nowNanos - sentNanos;
        this.certainlyOverNanos = won.certainlyOverNanos();
        this.current = new Hold(this, first, grant.firstToken());
        this.sections = 1;
    }

    /** The section that the claim serves now, or served last. */
    Hold current() {
        return current;
    }

    /** Whether the claim may serve one more section, of the waiter with this request, instead of being released. */
    boolean mayServe(Request next, long nowNanos) {
        long left = deadlineNanos - nowNanos;
        return next.renewed() == renewed
                && next.lease().equals(claim.lease())
                && grant.lastToken() - grant.firstToken() >= sections
                && !lengthened
                && !hasServedEnough(nowNanos)
                && left > promisedNanos / 2;
    }

    /** Whether it is the turn of other processes. */
    boolean hasServedEnough(long nowNanos) {
        return sections >= SECTIONS || nowNanos - startedNanos >= Math.min(leaseNanos / 3, LONGEST);
    }

    /** Ends the current section and begins the waiter's. */
    Hold passTo(Waiter next) {
        current.markReleased();
        current = new Hold(this, next, grant.firstToken() + sections);
        sections++;
        return current;
    }

    long deadlineNanos() {
        return deadlineNanos;
    }

    /** Notes that a request was sent that gives the claim this lease when it arrives. */
    void renewalSent(long overNanos, Duration lease) {
        lengthened |= !renewed || lease.compareTo(claim.lease()) > 0;
        if (overNanos - certainlyOverNanos > 0) {
            certainlyOverNanos = overNanos;
        }
    }

    /** Moves the deadline after a confirmed renewal; never back, and not beyond a lease that is not to be renewed. */
    void extend(long sentNanos, Duration validFor) {
        long confirmed = sentNanos + Validity.of(Nanos.of(validFor));
        if (!current.isRenewed() && confirmed - leaseEndNanos > 0) {
            confirmed = leaseEndNanos;
        }
        if (confirmed - deadlineNanos > 0) {
            deadlineNanos = confirmed;
        }
    }

    /** Notes that a nested acquire was granted this lease. */
    void lease(long sentNanos, Duration lease) {
        long end = sentNanos + Validity.of(Nanos.of(lease));
        if (end - leaseEndNanos > 0) {
            leaseEndNanos = end;
        }
    }

    /** Whether renewals go on: somebody asked for them, or the store has promised less so far than the lease. */
    boolean isKeptUp() {
        return current.isRenewed() || leaseEndNanos - deadlineNanos > GRANULARITY;
    }

    /** For how long renewals are to be asked for: a lease that is not renewed ends where it was to end. */
    Duration leaseFrom(long nowNanos, Duration renewedLease) {
        return current.isRenewed() ? renewedLease : Duration.ofNanos(Math.max(GRANULARITY, leaseEndNanos - nowNanos));
    }

    /** How long the claim lasts if nobody asks for more. */
    long coveredNanos(long nowNanos) {
        return Math.max(deadlineNanos, leaseEndNanos) - nowNanos;
    }

    long certainlyOverNanos() {
        return certainlyOverNanos;
    }

    Release release() {
        return new Release(claim, grant, grant.lastToken(), acquireUnanswered);
    }
}
