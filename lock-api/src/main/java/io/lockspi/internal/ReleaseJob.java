package io.lockspi.internal;

import io.lockspi.LockBackendException;
import io.lockspi.spi.Release;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One claim on its way out of the store. The release is repeated until it is confirmed, or until the store has certainly
 * dropped the claim by itself. While an acquire of the claim may still arrive, a confirmed release is repeated as well.
 * A caller may wait for the first result; it waits no longer than the request time-out.
 */
final class ReleaseJob {
    private static final long FIRST_BACKOFF = Nanos.millis(20);
    private static final long LONGEST_BACKOFF = Nanos.millis(1000);
    /** A process that stood still looks for the answer for so long after its time-out, in parts of that. */
    private static final int GRACE_PARTS = 20;

    /** A claim that may come late is looked after for so long, */
    private static final long LATEST_ARRIVAL = Nanos.millis(15 * 60 * 1000L);
    /** unless there are more of them than this: a long outage must not fill the memory. */
    private static final int CROWD = 1000;

    /** What the caller is told. */
    enum Kind {
        /** The store confirmed that the claim is gone. */
        RELEASED,
        /** The store did not know the claim as the owner, and no earlier release of ours can be the reason. */
        GONE,
        /** No confirmation in time. */
        UNANSWERED
    }

    record Result(Kind kind, @Nullable Throwable cause) {}

    private final Engine engine;
    private final Release release;
    private final long certainlyOverNanos;
    private final @Nullable Consumer<Result> listener;
    private final ReentrantLock mutex = new ReentrantLock();
    private volatile @Nullable Thread waiting;
    private volatile @Nullable Result result;

    private int sent;
    private int backoffs;
    private boolean done;
    private boolean lookedOnceMore;
    private boolean acquireSettled;
    /** Releases up to this one were sent before the acquire was settled, so they may have come before it. */
    private int sentTooEarly;

    private volatile boolean confirmed;
    private final AtomicBoolean reported = new AtomicBoolean();
    private final long callerWaitsUntil;
    private volatile @Nullable Throwable lastFailure;
    private Agenda.@Nullable Entry timer;

    ReleaseJob(
            Engine engine,
            Release release,
            long certainlyOverNanos,
            boolean acquireSettled,
            @Nullable Consumer<Result> listener) {
        this.engine = engine;
        this.release = release;
        this.certainlyOverNanos = certainlyOverNanos;
        this.acquireSettled = acquireSettled;
        this.listener = listener;
        this.callerWaitsUntil = engine.nanos() + engine.requestTimeoutNanos();
    }

    void start() {
        send();
    }

    /** Waits, uninterruptibly, for the first result; keeps the thread's interrupt flag. */
    Result await() {
        boolean interrupted = false;
        waiting = Thread.currentThread();
        Result current = result;
        while (current == null) {
            engine.time().park(this, Long.MAX_VALUE);
            interrupted |= Thread.interrupted();
            current = result;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return current;
    }

    private void send() {
        int number;
        mutex.lock();
        try {
            if (done) {
                return;
            }
            number = ++sent;
            setTimer(patience(), () -> unanswered(number));
        } finally {
            mutex.unlock();
        }
        Failures.ask(() -> engine.spi().release(release))
                .whenComplete((wasOwner, failure) -> answered(number, wasOwner, Failures.unwrap(failure)));
    }

    /** How long to wait for an answer: not longer than the caller, who must be told in time. */
    private long patience() {
        long timeout = engine.requestTimeoutNanos();
        return reported.get() ? timeout : Math.max(0, Math.min(timeout, callerWaitsUntil - engine.nanos()));
    }

    /** No answer in time. After a pause of this process it may lie here unread, so the back end may read once more. */
    private void unanswered(int number) {
        long grace = engine.requestTimeoutNanos() / GRACE_PARTS;
        mutex.lock();
        try {
            boolean late = !reported.get() && engine.nanos() - callerWaitsUntil >= grace;
            if (late && !lookedOnceMore && number == sent && !done) {
                lookedOnceMore = true;
                setTimer(grace, () -> tryAgain(number));
                return;
            }
        } finally {
            mutex.unlock();
        }
        tryAgain(number);
    }

    private void answered(int number, @Nullable Boolean wasOwner, @Nullable Throwable failure) {
        if (wasOwner != null) {
            confirmed(number, wasOwner);
        } else if (failure instanceof LockBackendException) {
            lastFailure = failure;
            report(new Result(Kind.UNANSWERED, failure));
            tryAgain(number);
        } else {
            lastFailure = failure;
            tryAgain(number);
        }
    }

    private void confirmed(int number, boolean wasOwner) {
        mutex.lock();
        try {
            confirmed = true;
            if (acquireSettled && number > sentTooEarly) {
                finish();
            } else if (number == sent && !done) {
                // The acquire may still arrive: look again until it is settled or certainly over.
                scheduleSend(Nanos.of(release.claim().lease()) / 3);
            }
        } finally {
            mutex.unlock();
        }
        engine.wakeCloser();
        // After a re-send "gone" is success: the first one may have been applied.
        report(new Result(wasOwner || number > 1 ? Kind.RELEASED : Kind.GONE, null));
    }

    private void tryAgain(int number) {
        reportIfCallerWaitedEnough();
        boolean givenUp = false;
        mutex.lock();
        try {
            if (number == sent && !done) {
                long backoff = Math.min(LONGEST_BACKOFF, FIRST_BACKOFF << Math.min(backoffs++, 10));
                long callerLeft = Math.max(0, callerWaitsUntil - engine.nanos());
                givenUp = !scheduleSend(reported.get() ? backoff : Math.min(backoff, callerLeft));
            }
        } finally {
            mutex.unlock();
        }
        if (givenUp) {
            // The caller's time may have run out only after the look above.
            report(new Result(Kind.UNANSWERED, lastFailure));
        }
    }

    private void sendAgain() {
        reportIfCallerWaitedEnough();
        send();
    }

    private void reportIfCallerWaitedEnough() {
        if (engine.nanos() - callerWaitsUntil >= 0) {
            report(new Result(Kind.UNANSWERED, lastFailure));
        }
    }

    /** The claim's acquire was answered, or can arrive no more: one last release settles the matter. */
    void acquireSettled() {
        mutex.lock();
        try {
            if (acquireSettled) {
                return;
            }
            acquireSettled = true;
            sentTooEarly = sent;
        } finally {
            mutex.unlock();
        }
        send();
    }

    /** An acquire of the claim was granted after all, though others may still arrive. */
    void grantedLate() {
        send();
    }

    /** Whether the store has not confirmed any release yet. */
    boolean isUnconfirmed() {
        return !confirmed;
    }

    /** False if the job ended instead, because the store has dropped the claim by itself. */
    private boolean scheduleSend(long delayNanos) {
        long now = engine.nanos();
        if (isOver(now)) {
            engine.messages().logReleaseGivenUp(release.claim(), confirmed, lastFailure);
            finish();
            return false;
        }
        setTimer(delayNanos, this::sendAgain);
        return true;
    }

    /**
     * Whether the store has dropped the claim by itself. One whose acquire was never answered may still come: a server that
     * stood still serves what lies in its socket when it goes on, long after the client closed the connection. Only a
     * confirmed release refuses it then.
     */
    private boolean isOver(long now) {
        long over = now - certainlyOverNanos;
        if (over < 0 || now - callerWaitsUntil < 0) {
            return false;
        }
        boolean mayStillCome =
                release.unanswered() && !confirmed && engine.releases().size() <= CROWD;
        return !mayStillCome || over >= LATEST_ARRIVAL;
    }

    private void setTimer(long delayNanos, Runnable task) {
        Agenda.Entry current = timer;
        if (current != null) {
            current.cancel();
        }
        timer = engine.agenda().at(engine.nanos() + delayNanos, task);
    }

    private void finish() {
        done = true;
        Agenda.Entry current = timer;
        if (current != null) {
            current.cancel();
        }
        engine.releases().ended(this);
    }

    private void report(Result first) {
        if (!reported.compareAndSet(false, true)) {
            return;
        }
        if (listener != null) {
            // The lock's state moves on before the caller does, so that the caller finds the lock free.
            listener.accept(first);
        }
        result = first;
        LockSupport.unpark(waiting);
    }

    /** Ends the job because the service is closed; nothing is sent any more. */
    void giveUp() {
        mutex.lock();
        try {
            finish();
        } finally {
            mutex.unlock();
        }
        report(new Result(Kind.UNANSWERED, lastFailure));
    }
}
