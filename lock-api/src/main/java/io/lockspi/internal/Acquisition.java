package io.lockspi.internal;

import io.lockspi.LockException;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Grant;
import io.lockspi.spi.Release;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The one remote acquire of a lock in this service: attempt, and while the lock is held, sleep until a hint, the poll
 * interval or the deadline, and attempt again with the same claim id. It belongs to the lock's queue, not to a thread: when
 * the head of the queue leaves, the next waiter goes on with it. Fields belong to the mutex of the lock's state.
 */
final class Acquisition {
    private static final long FIRST_BACKOFF = Nanos.millis(50);
    private static final long SHORTEST_PAUSE = Nanos.millis(1);
    private static final long LONGEST_BACKOFF = Nanos.millis(1000);

    private final LockState state;
    private final Engine engine;
    final Claim claim;

    private int sent;
    /** Attempts that were answered, or whose connection is closed so that they arrive no more. */
    private int settled;
    /** Attempts without an answer that may have been applied all the same. */
    private int unknown;

    private boolean inFlight;
    private boolean answeredOnce;
    private boolean everWaiting;
    private boolean lastWaiting;
    private boolean toldHeld;
    private boolean hinted;
    private boolean holdingBack;
    private int failures;
    private long lastSentNanos;
    private @Nullable LockException lastFailure;
    private Agenda.@Nullable Entry timer;
    private @Nullable ReleaseJob cleanUp;

    Acquisition(LockState state, Engine engine, Claim claim) {
        this.state = state;
        this.engine = engine;
        this.claim = claim;
    }

    boolean isInFlight() {
        return inFlight;
    }

    int sent() {
        return sent;
    }

    /** Whether the newest outcome of an attempt is the answer that somebody else holds the lock. */
    boolean lastToldHeld() {
        return toldHeld && failures == 0;
    }

    /** Whether an attempt would be a waste: the newest answer was "held", and the next attempt is waited for. */
    boolean knownHeld() {
        return lastToldHeld() && !inFlight;
    }

    boolean answeredOnce() {
        return answeredOnce;
    }

    @Nullable
    LockException lastFailure() {
        return lastFailure;
    }

    /** When the store has certainly dropped the claim, even if nothing is released. */
    long certainlyOverNanos() {
        return engine.certainlyOver(lastSentNanos, claim.lease());
    }

    boolean mayStillArrive() {
        return sent > settled || unknown > 0;
    }

    /** Sends one attempt. */
    void attempt(boolean waiting) {
        cancelTimer();
        inFlight = true;
        hinted = false;
        holdingBack = false;
        lastWaiting = waiting;
        everWaiting |= waiting;
        int number = ++sent;
        long sentNanos = engine.nanos();
        lastSentNanos = sentNanos;
        timer = engine.agenda().at(sentNanos + engine.requestTimeoutNanos(), () -> state.unanswered(this, number));
        state.afterwards(() -> send(number, sentNanos, waiting));
    }

    private void send(int number, long sentNanos, boolean waiting) {
        Failures.ask(() -> engine.spi().tryAcquire(claim, waiting))
                .whenComplete((attempt, failure) -> state.answered(
                        this, number, sentNanos, attempt != null ? attempt : broken(Failures.unwrap(failure))));
    }

    private Attempt broken(@Nullable Throwable failure) {
        LockException cause = failure instanceof LockException known
                ? known
                : engine.messages().broken(claim.name(), failure);
        return new Attempt.Unavailable(cause, Attempt.Effect.UNKNOWN_OPEN, false, null);
    }

    /** Notes an answer and tells whether it belongs to the attempt in flight. */
    boolean settle(int number, Attempt attempt) {
        if (attempt instanceof Attempt.Unavailable unavailable) {
            settled += unavailable.effect() == Attempt.Effect.UNKNOWN_OPEN ? 0 : 1;
            unknown += unavailable.effect() == Attempt.Effect.UNKNOWN_CLOSED ? 1 : 0;
        } else {
            settled++;
            answeredOnce = true;
        }
        boolean current = inFlight && number == sent;
        if (current) {
            inFlight = false;
            cancelTimer();
        }
        return current;
    }

    /** Ends the wait for an attempt's answer; false if it was answered. */
    boolean giveUpAttempt(int number) {
        if (!inFlight || number != sent) {
            return false;
        }
        inFlight = false;
        return true;
    }

    void noteHeld() {
        toldHeld = true;
        failures = 0;
    }

    void noteFailure(LockException failure) {
        if (failures++ == 0) {
            engine.messages().logOutage(claim.name(), failure);
        }
        lastFailure = failure;
    }

    /** Goes on waiting after the answer "held": at once if something has happened meanwhile. */
    void waitForRelease(boolean waiting, boolean newcomers, @Nullable Duration retryAfter) {
        if (hinted || newcomers || (waiting && !lastWaiting)) {
            attempt(waiting);
            return;
        }
        long poll = engine.jittered(engine.pollNanos());
        long hint = retryAfter == null ? poll : Nanos.of(retryAfter) + Nanos.millis(1);
        attemptLater(Math.min(poll, hint));
    }

    /** Goes on after a failure. */
    void waitForRecovery(@Nullable Duration retryAfter) {
        long backoff = Math.min(LONGEST_BACKOFF, FIRST_BACKOFF << Math.min(failures - 1, 10));
        long pause = engine.jittered(retryAfter == null ? backoff : Nanos.of(retryAfter));
        // A back end that fails at once, again and again, must not keep the timer's thread from everything else.
        attemptLater(Math.max(pause, lastSentNanos + SHORTEST_PAUSE - engine.nanos()));
    }

    /** Goes on where another ended with a grant that came too late: at once after the first, since a pause may be why. */
    void follow(Acquisition tooLate, boolean waiting) {
        failures = tooLate.failures;
        lastFailure = tooLate.lastFailure;
        lastSentNanos = tooLate.lastSentNanos;
        if (failures == 1) {
            attempt(waiting);
        } else {
            waitForRecovery(null);
        }
    }

    private void attemptLater(long delayNanos) {
        cancelTimer();
        timer = engine.agenda().at(engine.nanos() + delayNanos, () -> state.attemptAgain(this));
    }

    boolean isHoldingBack() {
        return holdingBack;
    }

    /** Puts the first attempt off, whatever hints come: they may be about our own release. */
    void holdBack(long nanos) {
        holdingBack = true;
        attemptLater(nanos);
    }

    /** A hint that the lock may be free. One extra attempt for a burst of hints. */
    void hint(boolean waiting) {
        if (inFlight) {
            hinted = true;
        } else if (!holdingBack) {
            attempt(waiting);
        }
    }

    /** Ends this acquisition with a hold, which takes over what has to be released. */
    void won() {
        cancelTimer();
        inFlight = false;
    }

    /** Ends this acquisition without a hold. What may be in the store is released in the background. */
    void abandon(@Nullable Grant grant) {
        cancelTimer();
        inFlight = false;
        boolean mayBeQueued = everWaiting && answeredOnce;
        if (grant == null && !mayBeQueued && !mayStillArrive()) {
            return;
        }
        long top = grant == null ? 0 : grant.lastToken();
        Release release = new Release(claim, grant, top, mayStillArrive());
        ReleaseJob job = engine.releases().inBackground(release, certainlyOverNanos(), sent == settled);
        cleanUp = job;
        state.afterwards(job::start);
    }

    /** What the clean-up of an abandoned claim must do after a late answer, if anything; to be run without the mutex. */
    @Nullable
    Runnable cleanUpAfter(Attempt late) {
        ReleaseJob job = cleanUp;
        if (job == null) {
            return null;
        }
        if (sent == settled) {
            return job::acquireSettled;
        }
        return late instanceof Attempt.Granted ? job::grantedLate : null;
    }

    private void cancelTimer() {
        Agenda.Entry current = timer;
        if (current != null) {
            current.cancel();
            timer = null;
        }
    }
}
