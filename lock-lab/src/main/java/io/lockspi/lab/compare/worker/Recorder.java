package io.lockspi.lab.compare.worker;

import io.lockspi.DistributedLock;
import io.lockspi.LockUnavailableException;
import io.lockspi.tck.history.Event;
import io.lockspi.tck.history.EventKind;
import io.lockspi.tck.history.HistoryWriter;
import io.lockspi.tck.history.HostClock;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Acquires and releases, and writes down what came of it. Thread-safe. */
final class Recorder {
    /** After so long an acquire is given up and another one begun, so that a client whose servers are gone can be ended. */
    private static final Duration WAIT = Duration.ofSeconds(2);
    /** A deadline that moved by less is the same one, computed twice. */
    private static final long SAME_DEADLINE_NANOS = Duration.ofMillis(20).toNanos();

    private final HistoryWriter history;
    private final int process;
    private final PrintStream answers;
    private final AtomicLong operations = new AtomicLong();

    Recorder(HistoryWriter history, int process, PrintStream answers) {
        this.history = history;
        this.process = process;
        this.answers = answers;
    }

    int process() {
        return process;
    }

    void say(String line) {
        answers.println(line);
        answers.flush();
    }

    /** One acquire; null if it did not get the lock. */
    @Nullable
    Tenure acquire(DistributedLock lock, int thread) throws InterruptedException {
        long operation = operations.incrementAndGet();
        Event about = Event.of(EventKind.INVOKE_ACQUIRE, process, thread, operation, lock.name());
        history.record(about);
        try {
            if (!lock.tryLock(WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
                history.record(of(EventKind.NOT_ACQUIRED, about));
                return null;
            }
        } catch (LockUnavailableException noAnswer) {
            history.record(of(EventKind.ACQUIRE_UNKNOWN, about).note(String.valueOf(noAnswer.getMessage())));
            return null;
        }
        return acquired(lock, about);
    }

    private Tenure acquired(DistributedLock lock, Event about) {
        // The clock first, so that the deadline is never too late.
        long now = HostClock.nanos();
        long deadline = now + lock.remainingLease().toNanos();
        long token = 0;
        try {
            token = lock.fencingToken();
        } catch (IllegalMonitorStateException lostAlready) {
            deadline = now;
        }
        Tenure tenure = new Tenure(about, token, deadline);
        history.record(of(EventKind.ACQUIRED, about).token(token).value(deadline));
        return tenure;
    }

    /** The holder looks: its deadline has moved if the claim was renewed; a claim that is over is noted as lost, once. */
    void look(DistributedLock lock, Tenure tenure) {
        long deadline = HostClock.nanos() + lock.remainingLease().toNanos();
        if (!lock.isHeldByCurrentThread()) {
            lost(tenure, "noticed");
        } else if (deadline - tenure.deadline > SAME_DEADLINE_NANOS) {
            tenure.deadline = deadline;
            history.record(of(EventKind.RENEWED, tenure.about).value(deadline));
        }
    }

    void lost(Tenure tenure, String how) {
        if (tenure.lost.compareAndSet(false, true)) {
            history.record(of(EventKind.LOST, tenure.about).note(how));
            say("LOST");
        }
    }

    void release(DistributedLock lock, Tenure tenure) {
        history.record(of(EventKind.INVOKE_RELEASE, tenure.about));
        try {
            lock.unlock();
            history.record(of(EventKind.RELEASED, tenure.about));
        } catch (IllegalMonitorStateException lost) {
            history.record(of(EventKind.RELEASE_FAILED, tenure.about).note(String.valueOf(lost.getMessage())));
        } catch (LockUnavailableException noAnswer) {
            history.record(of(EventKind.RELEASE_UNKNOWN, tenure.about).note(String.valueOf(noAnswer.getMessage())));
        }
    }

    private static Event of(EventKind kind, Event about) {
        return Event.of(kind, about.process(), about.thread(), about.operation(), about.lock());
    }
}
