package io.lockspi.internal;

import io.lockspi.LossEvent;
import io.lockspi.spi.Renewal;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A nested acquire by the thread that holds the lock already. Costs no request, unless it asks for a longer lease than is
 * left: then one renewal must be confirmed first, and the hold count stays as it was if it is not.
 */
final class Nesting {
    private final Engine engine;
    private final Hold hold;
    private final Request request;
    private final long deadlineNanos;
    private @Nullable CompletableFuture<Renewal.Result> answer;
    private volatile boolean entered;

    Nesting(Engine engine, Hold hold, Request request, long deadlineNanos) {
        this.engine = engine;
        this.hold = hold;
        this.request = request;
        this.deadlineNanos = deadlineNanos;
    }

    /** Decides whether a renewal is needed. Under the mutex of the lock's state. */
    void begin() {
        if (!needsLongerLease()) {
            enter();
            return;
        }
        CompletableFuture<Renewal.Result> pending = new CompletableFuture<>();
        answer = pending;
        long sentNanos = engine.nanos();
        hold.tenure.renewalSent(engine.certainlyOver(sentNanos, request.lease()), request.lease());
        Renewal renewal = new Renewal(hold.claim, hold.tenure.grant, request.lease());
        hold.state.afterwards(() -> Failures.ask(() -> engine.spi().renew(List.of(renewal)))
                .whenComplete(
                        (results, failure) -> hold.state.underMutex(() -> answered(sentNanos, results, failure))));
    }

    private boolean needsLongerLease() {
        if (hold.isRenewed() && (request.renewed() || request.lease().compareTo(engine.lease()) <= 0)) {
            return false;
        }
        return hold.tenure.coveredNanos(engine.nanos()) < Validity.of(Nanos.of(request.lease()));
    }

    private void enter() {
        entered = true;
        hold.enter(request.renewed());
        engine.renewer().reschedule(hold.tenure);
    }

    private void answered(long sentNanos, @Nullable List<Renewal.Result> results, @Nullable Throwable failure) {
        CompletableFuture<Renewal.Result> pending = Objects.requireNonNull(answer);
        Renewal.Result result = results != null && !results.isEmpty()
                ? results.get(0)
                : new Renewal.Unknown(failure == null ? new IllegalStateException("no result") : failure);
        if (result instanceof Renewal.Extended) {
            hold.tenure.lease(sentNanos, request.lease());
        }
        boolean extended = engine.renewer().apply(hold.tenure, sentNanos, result);
        if (extended && !pending.isDone()) {
            enter();
        }
        pending.complete(result);
    }

    /** Waits for the renewal, if there is one. Without the mutex. An interrupt meanwhile is kept in the flag. */
    void await() {
        CompletableFuture<Renewal.Result> pending = answer;
        if (pending != null) {
            engine.await(pending, patience());
            conclude(pending);
        }
    }

    /** Waits for the renewal, if there is one; an interrupt ends the wait unless the level is entered by then. */
    void awaitInterruptibly() throws InterruptedException {
        CompletableFuture<Renewal.Result> pending = answer;
        if (pending == null) {
            return;
        }
        try {
            Checks.awaitInterruptibly(engine, pending, patience());
        } catch (InterruptedException interrupt) {
            if (giveUp(pending, interrupt)) {
                throw interrupt;
            }
            Thread.currentThread().interrupt();
        }
        conclude(pending);
    }

    /** One answer is waited for, but not longer than the caller wants to wait. */
    private long patience() {
        long timeout = engine.requestTimeoutNanos();
        return deadlineNanos == Long.MAX_VALUE
                ? timeout
                : Math.min(timeout, deadlineNanos - engine.nanos() + LockState.GRACE);
    }

    /** Nobody enters after this: the answer may be on its way into the mutex at this moment. False if it was first. */
    private boolean giveUp(CompletableFuture<Renewal.Result> pending, Throwable why) {
        return engine.inState(hold.state, () -> pending.complete(new Renewal.Unknown(why)));
    }

    private void conclude(CompletableFuture<Renewal.Result> pending) {
        if (!pending.isDone()) {
            giveUp(pending, engine.messages().silence(hold.claim.name(), "a renewal", engine.requestTimeout()));
        }
        if (entered) {
            return;
        }
        Renewal.Result result = pending.join();
        hold.state.underMutex(hold.state::endHoldIfOver);
        LossEvent loss = hold.loss();
        if (loss != null) {
            throw engine.messages().lost(loss);
        }
        throw engine.messages()
                .notExtended(hold, request, result instanceof Renewal.Unknown unknown ? unknown.cause() : null);
    }
}
