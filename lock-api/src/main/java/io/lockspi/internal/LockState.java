package io.lockspi.internal;

import io.lockspi.LockException;
import io.lockspi.LossEvent;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Claim;
import io.lockspi.spi.Grant;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Everything this service knows of one lock: who holds it here, who waits for it here in the order of arrival, and the one
 * remote acquire that the head of the queue drives.
 *
 * <p>One mutex guards it. It is never held across a call to the back end, a wake-up or a callback: those are noted by
 * {@link #afterwards} and run by {@link #exit}, in order, once the mutex is free.
 */
final class LockState {
    /** A timed wait lets its first attempt overshoot by this, so that a short wait on a slow link can succeed at all. */
    static final long GRACE = Nanos.millis(200);

    /** Long enough for another process to hear of a release and to ask, on a back end that does not keep a queue. */
    private static final long HOLD_BACK = Nanos.millis(2);

    /** A slower answer says more about one stall than about the way to the store. */
    private static final long LONGEST_ROUND_TRIP = Nanos.millis(20);

    final String name;
    private final Engine engine;
    private final LockTable table;
    private final ReentrantLock mutex = new ReentrantLock();
    private final LinkedHashSet<Waiter> waiters = new LinkedHashSet<>(2);
    private final LostHolds lostHolds;
    private final Queue<Runnable> afterwards = new ArrayDeque<>(2);
    private volatile @Nullable Hold holder;
    private @Nullable Acquisition acquisition;
    private boolean retired;

    /** How long the next acquire holds back, so that another process gets its turn; 0 if it need not. */
    private long holdBackNanos;

    LockState(Engine engine, LockTable table, String name) {
        this.engine = engine;
        this.table = table;
        this.name = name;
        this.lostHolds = new LostHolds();
    }

    // ---- entering and leaving the mutex ------------------------------------------------------------------------

    /** Locks the mutex; false if this state was retired meanwhile, and then it is not locked. */
    boolean enter() {
        mutex.lock();
        if (retired) {
            mutex.unlock();
            return false;
        }
        endHoldIfOver();
        return true;
    }

    /** Unlocks the mutex, then does what was noted. */
    void exit() {
        List<Runnable> todo = afterwards.isEmpty() ? List.of() : new ArrayList<>(afterwards);
        afterwards.clear();
        if (!retired && holder == null && acquisition == null && waiters.isEmpty() && lostHolds.isEmpty()) {
            retired = true;
            table.forget(this);
        }
        mutex.unlock();
        todo.forEach(this::runGuarded);
    }

    /** One effect that fails must not keep the others from being done: a waiter may depend on them. */
    private void runGuarded(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error failure) {
            engine.messages().logEffectFailed(name, failure);
        }
    }

    /** Notes what to do once the mutex is free. */
    void afterwards(Runnable action) {
        afterwards.add(action);
    }

    // ---- who holds it ------------------------------------------------------------------------------------------

    /** The owner in this service; the only question that needs no mutex. */
    @Nullable
    Hold holder() {
        return holder;
    }

    /** The current owner's hold if it is this owner's and still open. */
    @Nullable
    Hold openHoldOf(Object owner) {
        Hold hold = holder;
        return hold != null && hold.owner == owner && hold.isOpen() ? hold : null;
    }

    LostHolds lostHolds() {
        return lostHolds;
    }

    /** Ends the hold if its deadline has passed. Under the mutex. */
    void endHoldIfOver() {
        Hold hold = holder;
        if (hold != null && hold.isOpen() && !hold.isValid(engine.nanos())) {
            LossEvent.Cause why = hold.abandonment();
            lose(hold, why == null ? LossEvent.Cause.EXPIRED : why);
        }
    }

    /** Ends a hold that its owner did not release: tells the owner once, and frees what the store may still have. */
    void lose(Hold hold, LossEvent.Cause cause) {
        if (!hold.isOpen()) {
            return;
        }
        LossEvent event = new LossEvent(name, hold.token, cause);
        hold.markLost(event);
        engine.renewer().forget(hold.tenure);
        if (hold.owner instanceof Thread thread && thread.isAlive()) {
            lostHolds.remember(thread, hold);
            hold.forgetting = engine.agenda().at(engine.nanos() + LostHolds.MEMORY, () -> forgetLost(thread, hold));
        }
        afterwards(
                engine.releases().inBackground(hold.tenure.release(), hold.tenure.certainlyOverNanos(), true)::start);
        afterwards(() -> engine.callbacks().lost(event, hold.listeners()));
        if (hold.owner instanceof LossAware owner) {
            afterwards(() -> owner.lost(hold, cause));
        }
        holderGone(hold);
    }

    private void forgetLost(Thread thread, Hold hold) {
        if (enter()) {
            lostHolds.forget(thread, hold);
            exit();
        }
    }

    /**
     * Ends a section. The claim goes on to the next waiter here if it may, without any request, and then the result is
     * {@code null}. Otherwise it is on its way to be released, and the lock stays taken here until the store confirms.
     */
    @Nullable
    ReleaseJob endSection(Hold hold, @Nullable Consumer<ReleaseJob.Result> listener) {
        Waiter next = head();
        if (next == null || !hold.tenure.mayServe(next.request, engine.nanos())) {
            return beginRelease(hold, listener);
        }
        begin(hold.tenure.passTo(next), next);
        if (hold.owner instanceof HandleOwner) {
            // A handle that seemed forgotten may have ended the renewals, which the next section needs.
            engine.renewer().reschedule(hold.tenure);
        }
        return null;
    }

    private ReleaseJob beginRelease(Hold hold, @Nullable Consumer<ReleaseJob.Result> listener) {
        hold.markReleased();
        engine.renewer().forget(hold.tenure);
        if (!engine.isFair() && head() != null && hold.tenure.hasServedEnough(engine.nanos())) {
            holdBackNanos = engine.jittered(Math.min(hold.tenure.roundTripNanos, LONGEST_ROUND_TRIP) + HOLD_BACK);
        }
        ReleaseJob job = engine.releases().inForeground(hold.tenure, result -> {
            releaseEnded(hold, result);
            if (listener != null) {
                listener.accept(result);
            }
        });
        afterwards(job::start);
        drive();
        return job;
    }

    private void releaseEnded(Hold hold, ReleaseJob.Result result) {
        underMutex(() -> {
            if (result.kind() == ReleaseJob.Kind.GONE) {
                LossEvent event = new LossEvent(name, hold.token, LossEvent.Cause.REVOKED);
                hold.markLost(event);
                afterwards(() -> engine.callbacks().lost(event, hold.listeners()));
            }
            holderGone(hold);
        });
    }

    private void holderGone(Hold hold) {
        if (holder == hold) {
            holder = null;
            drive();
        }
    }

    // ---- waiting -----------------------------------------------------------------------------------------------

    /** Adds a waiter. A single attempt does not queue behind what is known to be held. */
    void join(Waiter waiter) {
        Acquisition current = acquisition;
        boolean held = holder != null || (current != null && current.knownHeld());
        if (waiter.request.single() && held) {
            decide(waiter, new Outcome.NotAcquired());
            return;
        }
        waiter.joined(current);
        waiters.add(waiter);
        drive();
    }

    /** Takes a waiter out unless its outcome is decided already; tells whether it did. */
    boolean withdraw(Waiter waiter, Outcome outcome) {
        if (waiter.outcome() != null) {
            return false;
        }
        waiters.remove(waiter);
        waiter.decide(outcome);
        goOnOrAbandon();
        return true;
    }

    /** Ends a wait whose time is up. Returns how long to wait on all the same, 0 if the outcome is decided. */
    long timeUp(Waiter waiter) {
        if (waiter.outcome() != null) {
            return 0;
        }
        Acquisition current = acquisition;
        boolean heldHere = holder != null;
        long late = engine.nanos() - waiter.deadlineNanos;
        if (!heldHere && current != null && current.isInFlight() && !current.answeredOnce() && late < GRACE) {
            return GRACE - Math.max(0, late);
        }
        boolean heldUntilNow = current != null && current.isHoldingBack();
        boolean held = heldHere || heldUntilNow || waiter.isToldHeld();
        withdraw(waiter, held ? new Outcome.NotAcquired() : new Outcome.Failed(noAnswer(waiter, current)));
        return 0;
    }

    private Outcome unavailable(Waiter waiter, LockException cause) {
        return new Outcome.Failed(engine.messages().unavailable(name, waiter.request, cause));
    }

    private RuntimeException noAnswer(Waiter waiter, @Nullable Acquisition current) {
        return engine.messages().unavailable(name, waiter.request, current == null ? null : current.lastFailure());
    }

    private @Nullable Waiter head() {
        return waiters.isEmpty() ? null : waiters.iterator().next();
    }

    private boolean headWaits() {
        Waiter head = head();
        return head != null && !head.request.single();
    }

    private void drive() {
        drive(null);
    }

    /** Begins to acquire if somebody waits; after a grant that came too late with what that acquisition went through. */
    private void drive(@Nullable Acquisition tooLate) {
        Waiter head = head();
        if (head == null) {
            holdBackNanos = 0;
        }
        if (head == null || acquisition != null || !mayAsk()) {
            return;
        }
        Acquisition fresh = new Acquisition(this, engine, engine.newClaim(name, head.request));
        acquisition = fresh;
        if (holdBackNanos > 0) {
            fresh.holdBack(holdBackNanos);
            holdBackNanos = 0;
        } else if (tooLate != null) {
            fresh.follow(tooLate, !head.request.single());
        } else {
            fresh.attempt(!head.request.single());
        }
    }

    /** A store with a queue may be asked right behind the release: the next claim is the last in the queue then. */
    private boolean mayAsk() {
        Hold current = holder;
        return current == null || (engine.isFair() && current.isReleased());
    }

    /** After the queue changed: the acquisition serves the new head, or ends if nobody wants it. */
    private boolean goOnOrAbandon() {
        Acquisition current = acquisition;
        Waiter head = head();
        if (current == null) {
            return false;
        }
        if (head != null && head.request.lease().equals(current.claim.lease())) {
            return true;
        }
        abandon(current, null);
        return false;
    }

    private void abandon(Acquisition current, @Nullable Grant grant) {
        acquisition = null;
        current.abandon(grant);
        drive();
    }

    private void decide(Waiter waiter, Outcome outcome) {
        waiters.remove(waiter);
        waiter.decide(outcome);
        afterwards(waiter::wake);
    }

    private void decideSingles(Predicate<Waiter> which, Function<Waiter, Outcome> outcome) {
        for (Waiter waiter : List.copyOf(waiters)) {
            if (waiter.request.single() && which.test(waiter)) {
                decide(waiter, outcome.apply(waiter));
            }
        }
    }

    /** Single attempts that were asked for before this attempt was sent: its answer is theirs. */
    private void answerSingles(Acquisition from, int number, Function<Waiter, Outcome> outcome) {
        decideSingles(waiter -> waiter.isAnsweredBy(from, number), outcome);
    }

    private boolean hasSingles() {
        return waiters.stream().anyMatch(waiter -> waiter.request.single());
    }

    // ---- what the back end says --------------------------------------------------------------------------------

    /** An attempt was answered, in time or late. */
    void answered(Acquisition from, int number, long sentNanos, Attempt attempt) {
        underMutex(() -> {
            boolean current = from.settle(number, attempt);
            if (from != acquisition) {
                Runnable cleanUp = from.cleanUpAfter(attempt);
                if (cleanUp != null) {
                    afterwards(cleanUp);
                }
            } else if (attempt instanceof Attempt.Granted granted) {
                granted(from, number, granted.grant(), sentNanos);
            } else if (attempt instanceof Attempt.Held held) {
                held(from, number, held, current);
            } else if (attempt instanceof Attempt.Unavailable unavailable) {
                failed(from, number, unavailable, current);
            }
        });
    }

    private void granted(Acquisition from, int number, Grant grant, long sentNanos) {
        long valid = sentNanos + Validity.of(Nanos.of(grant.validFor())) - engine.nanos();
        Waiter head = head();
        if (valid < Validity.MIN_USEFUL) {
            LockException slow = engine.messages().tooSlow(name, from.claim.lease());
            from.noteFailure(slow);
            answerSingles(from, number, waiter -> unavailable(waiter, slow));
            acquisition = null;
            from.abandon(grant);
            drive(from);
        } else if (head == null) {
            abandon(from, grant);
        } else {
            Tenure tenure = new Tenure(this, from, grant, head, sentNanos, engine.nanos());
            from.won();
            acquisition = null;
            engine.renewer().take(tenure, sentNanos);
            begin(tenure.current(), head);
            decideSingles(waiter -> true, waiter -> new Outcome.NotAcquired());
        }
    }

    /** Gives the lock to a waiter. */
    private void begin(Hold hold, Waiter waiter) {
        holder = hold;
        if (waiter.owner instanceof Thread thread) {
            // It starts anew; what it lost before is no concern of its next unlock.
            lostHolds.forget(thread);
        }
        decide(waiter, new Outcome.Acquired(hold));
    }

    private void held(Acquisition from, int number, Attempt.Held held, boolean current) {
        from.noteHeld();
        waiters.forEach(Waiter::noteHeld);
        answerSingles(from, number, waiter -> new Outcome.NotAcquired());
        if (goOnOrAbandon() && current) {
            from.waitForRelease(headWaits(), hasSingles(), held.retryAfter());
        }
    }

    private void failed(Acquisition from, int number, Attempt.Unavailable unavailable, boolean current) {
        LockException cause = unavailable.cause();
        Waiter head = head();
        if (unavailable.permanent() && head != null) {
            decide(head, new Outcome.Failed(engine.messages().permanent(cause)));
            decideSingles(
                    waiter -> true,
                    waiter -> new Outcome.Failed(engine.messages().permanent(cause)));
            abandon(from, null);
            return;
        }
        from.noteFailure(cause);
        answerSingles(from, number, waiter -> unavailable(waiter, cause));
        if (goOnOrAbandon() && current) {
            from.waitForRecovery(unavailable.retryAfter());
        }
    }

    /** An attempt has had no answer for the whole of the request time-out. */
    void unanswered(Acquisition from, int number) {
        underMutex(() -> {
            if (from == acquisition && from.giveUpAttempt(number)) {
                LockException silence = engine.messages().silence(name, "an attempt", engine.requestTimeout());
                failed(
                        from,
                        number,
                        new Attempt.Unavailable(silence, Attempt.Effect.UNKNOWN_OPEN, false, Duration.ZERO),
                        true);
            }
        });
    }

    /** The poll interval, or the pause after a failure, is over. */
    void attemptAgain(Acquisition from) {
        underMutex(() -> {
            if (from == acquisition && !from.isInFlight()) {
                from.attempt(headWaits());
            }
        });
    }

    /** The lock may have become free. */
    void mayBeFree() {
        underMutex(() -> {
            Acquisition current = acquisition;
            if (current != null && !waiters.isEmpty()) {
                current.hint(headWaits());
            }
        });
    }

    /** The store has taken the lock away from a claim, whatever section of it runs now. */
    void revoked(Claim claim) {
        underMutex(() -> {
            Hold hold = holder;
            if (hold != null && hold.claim.id().equals(claim.id())) {
                lose(hold, LossEvent.Cause.REVOKED);
            }
        });
    }

    // ---- the end -----------------------------------------------------------------------------------------------

    /** Ends everything of this lock because the service is closed. */
    void close() {
        underMutex(() -> {
            List<Waiter> all = List.copyOf(waiters);
            all.forEach(waiter ->
                    decide(waiter, new Outcome.Failed(engine.messages().closed())));
            Acquisition current = acquisition;
            if (current != null) {
                abandon(current, null);
            }
            Hold hold = holder;
            if (hold != null) {
                lose(hold, LossEvent.Cause.CLOSED);
            }
        });
    }

    /** Runs something under the mutex. */
    void underMutex(Runnable action) {
        mutex.lock();
        try {
            action.run();
        } finally {
            exit();
        }
    }

    Map<String, Integer> sizes() {
        mutex.lock();
        try {
            Map<String, Integer> sizes = new HashMap<>();
            sizes.put("waiters", waiters.size());
            sizes.put("lost", lostHolds.size());
            return sizes;
        } finally {
            mutex.unlock();
        }
    }
}
