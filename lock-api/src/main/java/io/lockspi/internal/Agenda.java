package io.lockspi.internal;

import io.lockspi.spi.TimeSource;
import java.lang.System.Logger.Level;
import java.util.Iterator;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What one service has to do later, in the order of time. Adding and cancelling an entry touches the timer only when the
 * entry comes before all others, so a lock that is taken and released at once does not wake the timer's thread.
 */
final class Agenda {
    private static final System.Logger LOG = System.getLogger("io.lockspi");

    private final TimeSource time;
    private final Runnable afterRun;
    private final ConcurrentSkipListSet<Entry> entries = new ConcurrentSkipListSet<>();
    private final AtomicLong sequence = new AtomicLong();
    private final ReentrantLock arming = new ReentrantLock();
    private volatile @Nullable Alarm alarm;
    private volatile boolean closed;

    /** One timer; not a record, because two of them are never the same. */
    private static final class Alarm {
        final long dueNanos;
        TimeSource.Cancellable cancellable = () -> {};

        Alarm(long dueNanos) {
            this.dueNanos = dueNanos;
        }
    }

    /**
     * An empty agenda.
     *
     * @param time the clock and the timer
     * @param afterRun runs after the entries that were due at one time, so that they can collect work
     */
    Agenda(TimeSource time, Runnable afterRun) {
        this.time = time;
        this.afterRun = afterRun;
    }

    /** Something to do once. */
    final class Entry implements Comparable<Entry> {
        private final long dueNanos;
        private final long number;
        private final Runnable task;

        private Entry(long dueNanos, long number, Runnable task) {
            this.dueNanos = dueNanos;
            this.number = number;
            this.task = task;
        }

        /** Calls it off; no effect once it has begun. */
        void cancel() {
            entries.remove(this);
        }

        @Override
        public int compareTo(Entry other) {
            long difference = dueNanos - other.dueNanos;
            return difference == 0 ? Long.compare(number, other.number) : Long.signum(difference);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(number);
        }
    }

    /** Adds an entry that runs on the timer's thread as soon as the clock shows {@code dueNanos}. */
    Entry at(long dueNanos, Runnable task) {
        Entry entry = new Entry(dueNanos, sequence.getAndIncrement(), task);
        entries.add(entry);
        if (closed) {
            entries.remove(entry);
            return entry;
        }
        Alarm next = alarm;
        if (next == null || dueNanos - next.dueNanos < 0) {
            arm(dueNanos);
        }
        return entry;
    }

    int size() {
        return entries.size();
    }

    /** Forgets everything, also what is added later. */
    void close() {
        arming.lock();
        try {
            closed = true;
            Alarm next = alarm;
            if (next != null) {
                next.cancellable.cancel();
                alarm = null;
            }
        } finally {
            arming.unlock();
        }
        entries.clear();
    }

    private void arm(long dueNanos) {
        arming.lock();
        try {
            Alarm next = alarm;
            if (closed || (next != null && next.dueNanos - dueNanos <= 0)) {
                return;
            }
            if (next != null) {
                next.cancellable.cancel();
            }
            Alarm fresh = new Alarm(dueNanos);
            alarm = fresh;
            fresh.cancellable = time.schedule(Math.max(0, dueNanos - time.nanos()), () -> run(fresh));
        } finally {
            arming.unlock();
        }
    }

    private void run(Alarm own) {
        disarm(own);
        for (Entry first = firstOrNull(); first != null && first.dueNanos - time.nanos() <= 0; first = firstOrNull()) {
            if (entries.remove(first)) {
                runGuarded(first.task);
            }
        }
        runGuarded(afterRun);
        Entry first = firstOrNull();
        if (first != null) {
            arm(first.dueNanos);
        }
    }

    /** Forgets an alarm that went off; an earlier one may have taken its place at this very moment, and stays. */
    private void disarm(Alarm own) {
        arming.lock();
        try {
            if (alarm == own) {
                alarm = null;
            }
        } finally {
            arming.unlock();
        }
    }

    private @Nullable Entry firstOrNull() {
        Iterator<Entry> inOrder = entries.iterator();
        return inOrder.hasNext() ? inOrder.next() : null;
    }

    /** Runs a task whose failure is logged and ends no other. */
    static void runGuarded(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error failure) {
            // One task that fails must not end the others: renewal of every lock hangs on this thread.
            tell(failure);
        }
    }

    private static void tell(Throwable failure) {
        try {
            LOG.log(Level.ERROR, "a timed task of the lock engine failed; the others go on", failure);
        } catch (RuntimeException | Error unheard) {
            // A log that fails, perhaps because there is no memory, must not end the others either.
        }
    }
}
