package io.lockspi.internal;

import io.lockspi.spi.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Time that stands still until a test moves it. Timed tasks run in order on the thread that moves it; threads that park
 * really park, until they are unparked, interrupted, or the time they asked for has come.
 */
final class ManualClock implements TimeSource {
    private final ReentrantLock mutex = new ReentrantLock();
    private final PriorityQueue<Timer> timers = new PriorityQueue<>();
    private final Map<Thread, Long> parkedUntil = new ConcurrentHashMap<>();
    private final Map<Thread, Integer> parks = new ConcurrentHashMap<>();
    private final List<Runnable> jumpListeners = new ArrayList<>();
    private volatile long now;
    private volatile @Nullable Runnable beforeNextSchedule;
    private long sequence;

    ManualClock() {
        this(Duration.ofHours(1).toNanos());
    }

    /** A clock with another origin, for tests of arithmetic near the end of the numbers. */
    ManualClock(long start) {
        this.now = start;
    }

    private record Timer(long due, long number, Runnable task) implements Comparable<Timer> {
        @Override
        public int compareTo(Timer other) {
            return due == other.due ? Long.compare(number, other.number) : Long.signum(due - other.due);
        }
    }

    @Override
    public long nanos() {
        return now;
    }

    @Override
    public Cancellable schedule(long delayNanos, Runnable task) {
        Runnable first = beforeNextSchedule;
        if (first != null) {
            beforeNextSchedule = null;
            first.run();
        }
        return locked(() -> {
            Timer timer = new Timer(now + Math.max(0, delayNanos), sequence++, task);
            timers.add(timer);
            return () -> locked(() -> timers.remove(timer));
        });
    }

    @Override
    public void park(Object blocker, long nanos) {
        if (nanos <= 0) {
            return;
        }
        Thread thread = Thread.currentThread();
        // No lock here: waiting for it would use up an unpark that was meant for the park below.
        long until = nanos == Long.MAX_VALUE ? nanos : now + nanos;
        parkedUntil.put(thread, until);
        parks.merge(thread, 1, Integer::sum);
        if (nanos == Long.MAX_VALUE || until - now > 0) {
            LockSupport.park(blocker);
        }
        parkedUntil.remove(thread);
    }

    @Override
    public void onClockJump(Runnable task) {
        jumpListeners.add(task);
    }

    /** Lets something happen just before the next timed task is set, as if another thread had done it. */
    void beforeNextSchedule(Runnable action) {
        beforeNextSchedule = action;
    }

    /** Tells all engines that the wall clock jumped, and lets them act on it. */
    void jump() {
        jumpListeners.forEach(Runnable::run);
        runDue();
    }

    /** Runs what is due now. */
    void runDue() {
        advance(Duration.ZERO);
    }

    /** Moves the time on, and stops at each timed task on the way to run it. */
    void advance(Duration by) {
        long target = now + by.toNanos();
        for (Timer next = pollDue(target); next != null; next = pollDue(target)) {
            moveTo(next.due);
            next.task.run();
        }
        moveTo(target);
    }

    /** Moves the time without running anything, as if this process had been stopped. Threads do not wake either. */
    void pause(Duration by) {
        long later = now + by.toNanos();
        now = later;
    }

    private @Nullable Timer pollDue(long target) {
        mutex.lock();
        try {
            Timer first = timers.peek();
            return first != null && first.due - target <= 0 ? timers.poll() : null;
        } finally {
            mutex.unlock();
        }
    }

    private void moveTo(long nanos) {
        mutex.lock();
        try {
            if (nanos - now > 0) {
                now = nanos;
            }
            parkedUntil.forEach((thread, until) -> {
                if (until != Long.MAX_VALUE && until - now <= 0 && parkedUntil.remove(thread, until)) {
                    LockSupport.unpark(thread);
                }
            });
        } finally {
            mutex.unlock();
        }
    }

    /** Whether a thread waits here and not one of its reasons to wake has come. */
    boolean isParked(Thread thread) {
        Thread.State state = thread.getState();
        return parkedUntil.containsKey(thread) && state == Thread.State.WAITING;
    }

    /** How often a thread has begun to wait here. */
    int parks(Thread thread) {
        return parks.getOrDefault(thread, 0);
    }

    /** How many timed tasks are left. */
    int timers() {
        return locked(timers::size);
    }

    private <T> T locked(java.util.function.Supplier<T> action) {
        mutex.lock();
        try {
            return action.get();
        } finally {
            mutex.unlock();
        }
    }
}
