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
    private @Nullable CompletableFuture<Renewal.Result> answer;
    private volatile boolean entered;

    Nesting(Engine engine, Hold hold, Request request) {
        this.engine = engine;
        this.hold = hold;
        this.request = request;
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
        hold.renewalSent(engine.certainlyOver(sentNanos, request.lease()));
        Renewal renewal = new Renewal(hold.claim, hold.grant, request.lease());
        hold.state.afterwards(() -> Failures.ask(() -> engine.spi().renew(List.of(renewal)))
                .whenComplete(
                        (results, failure) -> hold.state.underMutex(() -> answered(sentNanos, results, failure))));
    }

    private boolean needsLongerLease() {
        if (hold.isRenewed() && (request.renewed() || request.lease().compareTo(engine.lease()) <= 0)) {
            return false;
        }
        return hold.remainingNanos(engine.nanos()) < Validity.of(Nanos.of(request.lease()));
    }

    private void enter() {
        entered = true;
        hold.enter(request.renewed());
        engine.renewer().reschedule(hold);
    }

    private void answered(long sentNanos, @Nullable List<Renewal.Result> results, @Nullable Throwable failure) {
        CompletableFuture<Renewal.Result> pending = Objects.requireNonNull(answer);
        Renewal.Result result = results != null && !results.isEmpty()
                ? results.get(0)
                : new Renewal.Unknown(failure == null ? new IllegalStateException("no result") : failure);
        boolean extended = engine.renewer().apply(hold, sentNanos, result);
        if (extended && !pending.isDone()) {
            enter();
        }
        pending.complete(result);
    }

    /** Waits for the renewal, if there is one. Without the mutex. */
    void await() {
        CompletableFuture<Renewal.Result> pending = answer;
        if (pending == null) {
            return;
        }
        Renewal.Result result = engine.await(pending, engine.requestTimeoutNanos());
        if (result == null) {
            // Nobody enters once this is set: the answer may be on its way into the mutex at this moment.
            hold.state.underMutex(() -> pending.complete(new Renewal.Unknown(
                    engine.messages().silence(hold.claim.name(), "a renewal", engine.requestTimeout()))));
            result = pending.join();
        }
        if (entered) {
            return;
        }
        hold.state.underMutex(hold.state::endHoldIfOver);
        LossEvent loss = hold.loss();
        if (loss != null) {
            throw engine.messages().lost(loss);
        }
        throw engine.messages()
                .notExtended(hold, request, result instanceof Renewal.Unknown unknown ? unknown.cause() : null);
    }
}
