package io.lockspi.internal;

import io.lockspi.LossEvent;
import io.lockspi.spi.Renewal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Keeps renewed holds alive and ends every hold at its deadline. A renewal is sent every third of the lease, or a little
 * earlier where there are many; one that fails or stays unanswered is repeated until the deadline; the answer "not mine" ends
 * the hold at once (rule R6).
 */
final class Renewer {
    private static final int BATCH = 100;
    /** So many batches are sent before one of them is answered: whoever waits for a lock must not stand behind thousands. */
    private static final int UNDER_WAY = 8;
    /** A batch without an answer holds up the next for this part of its patience: only one of many servers may be silent. */
    private static final int PATIENCE_PARTS = 32;
    /** A renewal comes early by less than this part of its period. */
    private static final int GATHERING_PARTS = 8;

    private static final long SHORTEST_PAUSE = Nanos.millis(5);

    private final Engine engine;
    private final Duration lease;
    private final Queue<Tenure> due = new ConcurrentLinkedQueue<>();
    private final Queue<Batch> underWay = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean sending = new AtomicBoolean();
    private final AtomicBoolean watching = new AtomicBoolean();
    private final Rounds rounds;

    /** Renewals that were sent and not answered; not a record, because two of them are never the same. */
    private static final class Batch {
        /** When it holds the next ones up no more. */
        final long latestNanos;

        Batch(long latestNanos) {
            this.latestNanos = latestNanos;
        }
    }

    Renewer(Engine engine, Duration lease) {
        this.engine = engine;
        this.lease = lease;
        this.rounds = new Rounds(engine, tenure -> tenure.state.underMutex(() -> step(tenure)));
    }

    /** A third of what the store promised, which may be less than the lease. */
    private long periodNanos(Duration validFor) {
        return Math.min(Nanos.of(lease), Nanos.of(validFor)) / 3;
    }

    /** A renewal that failed is repeated so long after it was sent. */
    private long pauseNanos(Tenure tenure) {
        return pauseNanos(tenure.renewalPeriodNanos / 4);
    }

    /**
     * A renewal without an answer is repeated so long after it was sent. Not sooner: a store that answers late because it has
     * much to do must not get several times as much.
     */
    private long patienceNanos(Tenure tenure) {
        return pauseNanos(tenure.renewalPeriodNanos);
    }

    private long pauseNanos(long part) {
        return Math.max(SHORTEST_PAUSE, Math.min(part, engine.requestTimeoutNanos()));
    }

    /** Starts to look after a claim. Under the mutex of its state, as all methods that take a tenure. */
    void take(Tenure tenure, long sentNanos) {
        planRenewal(tenure, sentNanos, tenure.grant.validFor());
        schedule(tenure);
    }

    /** Plans the next renewal from the sending of the request that was confirmed, as the validity is counted. */
    private void planRenewal(Tenure tenure, long sentNanos, Duration validFor) {
        tenure.renewalPeriodNanos = periodNanos(validFor);
        long due = sentNanos + tenure.renewalPeriodNanos;
        tenure.nextRenewalNanos = gathered(due, tenure.renewalPeriodNanos);
    }

    /** A little earlier, together with others: ten thousand claims are some hundred requests then, not ten thousand. */
    private long gathered(long due, long periodNanos) {
        if (!areMany()) {
            return due;
        }
        // A power of two, so that periods that differ a little have the same grid.
        long grid = Math.max(1, Long.highestOneBit(periodNanos / GATHERING_PARTS));
        return due - Math.floorMod(due, grid);
    }

    private boolean areMany() {
        return engine.locksInUse() > BATCH;
    }

    /** Stops to look after a claim; called before its release is sent. */
    void forget(Tenure tenure) {
        Agenda.Entry step = tenure.nextStep;
        if (step != null) {
            step.cancel();
            tenure.nextStep = null;
        }
        rounds.leave(tenure);
    }

    /** Looks at a claim again after its levels or its deadline changed. */
    void reschedule(Tenure tenure) {
        forget(tenure);
        schedule(tenure);
    }

    private void schedule(Tenure tenure) {
        Hold hold = tenure.current();
        long next = tenure.deadlineNanos();
        if (tenure.isKeptUp() && hold.abandonment() == null && tenure.nextRenewalNanos - next < 0) {
            next = tenure.nextRenewalNanos;
            if (areMany()) {
                rounds.join(tenure, next);
                return;
            }
        }
        tenure.nextStep = engine.agenda().at(next, () -> tenure.state.underMutex(() -> step(tenure)));
    }

    private void step(Tenure tenure) {
        Hold hold = tenure.current();
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
        } else if (tenure.isKeptUp() && now - tenure.nextRenewalNanos >= 0) {
            // Sending it plans anew.
            long patience = patienceNanos(tenure);
            tenure.nextRenewalNanos = gathered(now + patience, patience);
            if (!tenure.isRenewalDue) {
                tenure.isRenewalDue = true;
                due.add(tenure);
            }
        }
        // Another may have planned anew while this step waited for the mutex.
        reschedule(tenure);
    }

    /** Renews a claim now, whatever its schedule says. All that are renewed for one reason get the same time. */
    void renewNow(Tenure tenure, long nowNanos) {
        tenure.nextRenewalNanos = nowNanos;
        reschedule(tenure);
    }

    /** Renews a claim at that time, unless it is due before. */
    private void repeat(Tenure tenure, long nanos) {
        if (nanos - tenure.nextRenewalNanos < 0) {
            tenure.nextRenewalNanos = nanos;
            reschedule(tenure);
        }
    }

    /** Sends what has become due, in batches. Called without a mutex, after each run of the agenda and each answer. */
    void flush() {
        // Whoever finds another at it may go: that one looks again. So answers that come at once do not pile up calls.
        while (maySend() && sending.compareAndSet(false, true)) {
            try {
                if (maySend()) {
                    send(nextBatch());
                }
            } finally {
                sending.set(false);
            }
        }
        if (!due.isEmpty()) {
            underWay.stream()
                    .map(batch -> batch.latestNanos)
                    .reduce((one, other) -> one - other < 0 ? one : other)
                    .ifPresent(this::lookAgain);
        }
    }

    /** Makes sure that somebody sends what is due when the next batch holds it up no more, though nothing be answered. */
    private void lookAgain(long nanos) {
        if (watching.compareAndSet(false, true)) {
            // What runs after the agenda is flush().
            engine.agenda().at(nanos, () -> watching.set(false));
        }
    }

    private boolean maySend() {
        if (due.isEmpty()) {
            return false;
        }
        long now = engine.nanos();
        underWay.removeIf(batch -> now - batch.latestNanos >= 0);
        return underWay.size() < UNDER_WAY;
    }

    private List<Tenure> nextBatch() {
        List<Tenure> batch = new ArrayList<>();
        while (batch.size() < BATCH) {
            Tenure tenure = due.poll();
            if (tenure == null) {
                break;
            }
            tenure.isRenewalDue = false;
            batch.add(tenure);
        }
        return batch;
    }

    private void send(List<Tenure> tenures) {
        long sentNanos = engine.nanos();
        List<Renewal> renewals = new ArrayList<>(tenures.size());
        List<Tenure> sent = new ArrayList<>(tenures.size());
        for (Tenure tenure : tenures) {
            tenure.state.underMutex(() -> {
                if (tenure.current().isOpen()) {
                    Duration wanted = tenure.leaseFrom(sentNanos, lease);
                    tenure.renewalSent(engine.certainlyOver(sentNanos, wanted), wanted);
                    tenure.nextRenewalNanos = sentNanos + patienceNanos(tenure);
                    renewals.add(new Renewal(tenure.claim, tenure.grant, wanted));
                    sent.add(tenure);
                }
            });
        }
        if (!renewals.isEmpty()) {
            Batch batch = new Batch(sentNanos + patienceNanos(sent.get(0)) / PATIENCE_PARTS);
            underWay.add(batch);
            Failures.ask(() -> engine.spi().renew(renewals)).whenComplete((results, failure) -> {
                answered(sent, sentNanos, results, failure);
                underWay.remove(batch);
                flush();
            });
        }
    }

    private void answered(
            List<Tenure> sent, long sentNanos, @Nullable List<Renewal.Result> results, @Nullable Throwable failure) {
        for (int i = 0; i < sent.size(); i++) {
            Tenure tenure = sent.get(i);
            Renewal.Result result = results != null && i < results.size()
                    ? results.get(i)
                    : new Renewal.Unknown(failure == null ? new IllegalStateException("no result") : failure);
            tenure.state.underMutex(() -> apply(tenure, sentNanos, result));
        }
    }

    /** Applies the store's answer to a claim, unless that is over by now. Tells whether the claim was prolonged. */
    boolean apply(Tenure tenure, long sentNanos, Renewal.Result result) {
        Hold hold = tenure.current();
        if (!hold.isOpen()) {
            return false;
        }
        if (result instanceof Renewal.NotMine) {
            hold.state.lose(hold, LossEvent.Cause.REVOKED);
            return false;
        }
        if (result instanceof Renewal.Extended extended && hold.isValid(engine.nanos())) {
            tenure.extend(sentNanos, extended.validFor());
            planRenewal(tenure, sentNanos, extended.validFor());
            reschedule(tenure);
            return true;
        }
        if (result instanceof Renewal.Unknown unknown) {
            engine.messages().logRenewalTrouble(hold, unknown.cause());
            repeat(tenure, sentNanos + pauseNanos(tenure));
        }
        return false;
    }
}
