package io.lockspi.redlock;

import io.lockspi.spi.TimeSource;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Time-outs of one length, all with one timer: nearly all of them are cancelled, and a timer for each would wake two threads
 * for nothing. Confined to the loop's thread.
 */
final class NodeTimeouts {

    /** Schedules what runs on the loop's thread. */
    interface Timer {
        void later(long nanos, Runnable task);
    }

    private final TimeSource time;
    private final long nanos;
    private final Timer timer;
    /** By the time at which they are due, as all last equally long. */
    private final ArrayDeque<Timeout> pending = new ArrayDeque<>();

    private boolean ticking;

    NodeTimeouts(TimeSource time, long nanos, Timer timer) {
        this.time = time;
        this.nanos = nanos;
        this.timer = timer;
    }

    /** Runs a task when the time is up, unless it is cancelled before. */
    TimeSource.Cancellable start(Runnable task) {
        Timeout timeout = new Timeout(time.nanos() + nanos, task);
        pending.add(timeout);
        tick();
        return timeout;
    }

    private void tick() {
        Timeout first = pending.peek();
        if (!ticking && first != null) {
            ticking = true;
            timer.later(Math.max(0, first.due - time.nanos()), this::look);
        }
    }

    private void look() {
        ticking = false;
        for (Timeout first = pending.peek();
                first != null && (first.task == null || first.due - time.nanos() <= 0);
                first = pending.peek()) {
            pending.remove();
            first.run();
        }
        tick();
    }

    private static final class Timeout implements TimeSource.Cancellable {
        private final long due;
        /** {@code null} once it is over, so that nothing is kept alive until then. */
        private @Nullable Runnable task;

        Timeout(long due, Runnable task) {
            this.due = due;
            this.task = task;
        }

        void run() {
            Runnable current = task;
            task = null;
            if (current != null) {
                current.run();
            }
        }

        @Override
        public void cancel() {
            task = null;
        }
    }
}
