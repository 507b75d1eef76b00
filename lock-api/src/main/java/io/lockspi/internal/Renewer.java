package io.lockspi.internal;

import io.lockspi.LossEvent;
import io.lockspi.spi.Renewal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Keeps renewed holds alive and ends every hold at its deadline. A renewal is sent every third of the lease; one that fails
 * or stays unanswered is repeated until the deadline; the answer "not mine" ends the hold at once (rule R6).
 */
final class Renewer {
    private static final int BATCH = 100;
    private static final long SHORTEST_PAUSE = Nanos.millis(5);

    private final Engine engine;
    private final Duration lease;
    private final Queue<Hold> due = new ConcurrentLinkedQueue<>();

    Renewer(Engine engine, Duration lease) {
        this.engine = engine;
        this.lease = lease;
    }

    /** A third of what the store promised, which may be less than the lease. */
    private long periodNanos(Duration validFor) {
        return Math.min(Nanos.of(lease), Nanos.of(validFor)) / 3;
    }

    /** A renewal without an answer for so long is sent again. */
    private long pauseNanos(Hold hold) {
        return Math.max(SHORTEST_PAUSE, Math.min(hold.renewalPeriodNanos / 4, engine.requestTimeoutNanos()));
    }

    /** Starts to look after a hold. Under the mutex of its state, as all methods that take a hold. */
    void take(Hold hold, long sentNanos) {
        planRenewal(hold, sentNanos, hold.grant.validFor());
        schedule(hold);
    }

    /** Plans the next renewal from the sending of the request that was confirmed, as the validity is counted. */
    private void planRenewal(Hold hold, long sentNanos, Duration validFor) {
        hold.renewalPeriodNanos = periodNanos(validFor);
        hold.nextRenewalNanos = sentNanos + hold.renewalPeriodNanos;
    }

    /** Stops to look after a hold; called before its release is sent. */
    void forget(Hold hold) {
        Agenda.Entry step = hold.nextStep;
        if (step != null) {
            step.cancel();
            hold.nextStep = null;
        }
    }

    /** Looks at a hold again after its levels or its deadline changed. */
    void reschedule(Hold hold) {
        forget(hold);
        schedule(hold);
    }

    private void schedule(Hold hold) {
        long next = hold.deadlineNanos();
        if (hold.isRenewed() && hold.abandonment() == null && hold.nextRenewalNanos - next < 0) {
            next = hold.nextRenewalNanos;
        }
        hold.nextStep = engine.agenda().at(next, () -> hold.state.underMutex(() -> step(hold)));
    }

    private void step(Hold hold) {
        if (!hold.isOpen()) {
            return;
        }
        long now = engine.nanos();
        LossEvent.Cause abandoned = hold.abandonment();
        if (!hold.isValid(now)) {
            hold.state.lose(hold, abandoned == null ? LossEvent.Cause.EXPIRED : abandoned);
            return;
        }
        if (abandoned != null) {
            engine.messages().logAbandoned(hold, abandoned);
        } else if (hold.isRenewed() && now - hold.nextRenewalNanos >= 0) {
            hold.nextRenewalNanos = now + pauseNanos(hold);
            due.add(hold);
        }
        schedule(hold);
    }

    /** Renews a hold now, whatever its schedule says. */
    void renewNow(Hold hold) {
        hold.nextRenewalNanos = engine.nanos();
        reschedule(hold);
    }

    /** Sends what has become due, in batches. Called without a mutex, after each run of the agenda. */
    void flush() {
        List<Hold> batch = new ArrayList<>();
        for (Hold hold = due.poll(); hold != null; hold = due.poll()) {
            batch.add(hold);
            if (batch.size() == BATCH) {
                send(batch);
                batch = new ArrayList<>();
            }
        }
        if (!batch.isEmpty()) {
            send(batch);
        }
    }

    private void send(List<Hold> holds) {
        long sentNanos = engine.nanos();
        List<Renewal> renewals = new ArrayList<>(holds.size());
        List<Hold> sent = new ArrayList<>(holds.size());
        for (Hold hold : holds) {
            hold.state.underMutex(() -> {
                if (hold.isOpen()) {
                    hold.renewalSent(engine.certainlyOver(sentNanos, lease));
                    renewals.add(new Renewal(hold.claim, hold.grant, lease));
                    sent.add(hold);
                }
            });
        }
        if (!renewals.isEmpty()) {
            Failures.ask(() -> engine.spi().renew(renewals))
                    .whenComplete((results, failure) -> answered(sent, sentNanos, results, failure));
        }
    }

    private void answered(
            List<Hold> sent, long sentNanos, @Nullable List<Renewal.Result> results, @Nullable Throwable failure) {
        for (int i = 0; i < sent.size(); i++) {
            Hold hold = sent.get(i);
            Renewal.Result result = results != null && i < results.size()
                    ? results.get(i)
                    : new Renewal.Unknown(failure == null ? new IllegalStateException("no result") : failure);
            hold.state.underMutex(() -> apply(hold, sentNanos, result));
        }
    }

    /** Applies the store's answer to a hold, unless the hold is over by now. Tells whether the claim was prolonged. */
    boolean apply(Hold hold, long sentNanos, Renewal.Result result) {
        if (!hold.isOpen()) {
            return false;
        }
        if (result instanceof Renewal.NotMine) {
            hold.state.lose(hold, LossEvent.Cause.REVOKED);
            return false;
        }
        if (result instanceof Renewal.Extended extended && hold.isValid(engine.nanos())) {
            hold.extend(sentNanos, extended.validFor());
            planRenewal(hold, sentNanos, extended.validFor());
            reschedule(hold);
            return true;
        }
        if (result instanceof Renewal.Unknown unknown) {
            engine.messages().logRenewalTrouble(hold, unknown.cause());
        }
        return false;
    }
}
