package io.lockspi.local;

import io.lockspi.spi.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A clock that stands still until a test moves it. Thread-safe.
 *
 * <p>Nothing runs by itself: timers run on the thread that calls {@link #advance}, in the order in which they are due, also
 * those without a delay. Threads that wait are woken when their time has come; what they do then runs on in real time, so a
 * test waits for its effect, for example with {@link #awaitParked}.
 */
public final class ManualTime implements TimeSource {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition parkedChanged = lock.newCondition();
    /** Held while timers run, so that two threads cannot move the clock at once. */
    private final ReentrantLock moving = new ReentrantLock();

    private final PriorityQueue<Timer> timers = new PriorityQueue<>();
    private final Set<Sleeper> sleepers = new HashSet<>();
    private final List<Runnable> jumpListeners = new ArrayList<>();
    private long now;
    private long timersMade;

    /** Makes a clock. */
    public ManualTime() {
        // Nothing to do: the clock starts at 0.
    }

    @Override
    public long nanos() {
        lock.lock();
        try {
            return now;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Cancellable schedule(long delayNanos, Runnable task) {
        lock.lock();
        try {
            Timer timer = new Timer(saturatedAdd(now, Math.max(0, delayNanos)), timersMade++, task);
            timers.add(timer);
            return () -> cancel(timer);
        } finally {
            lock.unlock();
        }
    }

    private void cancel(Timer timer) {
        lock.lock();
        try {
            timers.remove(timer);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void park(Object blocker, long nanos) {
        Sleeper sleeper = sleep(nanos);
        if (sleeper == null) {
            return;
        }
        try {
            LockSupport.park(blocker);
        } finally {
            wake(sleeper);
        }
    }

    private @Nullable Sleeper sleep(long nanos) {
        lock.lock();
        try {
            if (nanos <= 0) {
                return null;
            }
            Sleeper sleeper = new Sleeper(Thread.currentThread(), saturatedAdd(now, nanos));
            sleepers.add(sleeper);
            parkedChanged.signalAll();
            return sleeper;
        } finally {
            lock.unlock();
        }
    }

    private void wake(Sleeper sleeper) {
        lock.lock();
        try {
            sleepers.remove(sleeper);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void onClockJump(Runnable task) {
        lock.lock();
        try {
            jumpListeners.add(task);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Moves the clock, stopping at each timer on the way: it runs when the clock shows the time for which it was set.
     *
     * @param time not negative; zero runs what is due now
     * @throws IllegalArgumentException if it is negative
     * @throws IllegalStateException if a timer calls this
     */
    public void advance(Duration time) {
        move(time, false);
    }

    /**
     * Moves the clock as if the machine had been suspended: the clock jumps first, then the engine is told of the jump, then
     * the timers run that are late now.
     *
     * @param time not negative
     * @throws IllegalArgumentException if it is negative
     * @throws IllegalStateException if a timer calls this
     */
    public void suspend(Duration time) {
        move(time, true);
    }

    private void move(Duration time, boolean jump) {
        if (time.isNegative()) {
            throw new IllegalArgumentException(
                    "the clock cannot go back by " + time.negated() + ": give a positive time");
        }
        if (moving.isHeldByCurrentThread()) {
            throw new IllegalStateException("a timer cannot move the clock that runs it: set another timer instead");
        }
        moving.lock();
        try {
            long target = saturatedAdd(nanos(), time.toNanos());
            if (jump) {
                set(target);
                jumpListeners().forEach(Runnable::run);
            }
            for (Timer timer = nextDue(target); timer != null; timer = nextDue(target)) {
                timer.task().run();
            }
            set(target);
        } finally {
            moving.unlock();
        }
    }

    private List<Runnable> jumpListeners() {
        lock.lock();
        try {
            return List.copyOf(jumpListeners);
        } finally {
            lock.unlock();
        }
    }

    /** Takes the next timer that is due, and sets the clock to its time. */
    private @Nullable Timer nextDue(long target) {
        lock.lock();
        try {
            Timer next = timers.peek();
            if (next == null || next.due() > target) {
                return null;
            }
            timers.remove();
            set(next.due());
            return next;
        } finally {
            lock.unlock();
        }
    }

    private void set(long time) {
        lock.lock();
        try {
            now = Math.max(now, time);
            for (Sleeper sleeper : sleepers) {
                if (sleeper.until() <= now) {
                    LockSupport.unpark(sleeper.thread());
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits, in real time, until so many threads wait in {@link #park}.
     *
     * @param threads at least so many
     * @throws InterruptedException if the thread is interrupted
     * @throws IllegalStateException if that does not happen within 10 seconds
     */
    public void awaitParked(int threads) throws InterruptedException {
        long left = PATIENCE.toNanos();
        lock.lock();
        try {
            while (sleepers.size() < threads) {
                if (left <= 0) {
                    throw new IllegalStateException("only " + sleepers.size() + " of " + threads
                            + " threads wait for this clock after " + PATIENCE.toSeconds()
                            + " seconds: check that they ask for a lock that is held");
                }
                left = parkedChanged.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * How many timers are set.
     *
     * @return those that have neither run nor been cancelled
     */
    public int timers() {
        lock.lock();
        try {
            return timers.size();
        } finally {
            lock.unlock();
        }
    }

    private static long saturatedAdd(long time, long delay) {
        return delay > Long.MAX_VALUE - time ? Long.MAX_VALUE : time + delay;
    }

    @Override
    public String toString() {
        return "ManualTime[" + TimeUnit.NANOSECONDS.toMillis(nanos()) + " ms]";
    }

    /** Ordered by time, then by the order in which they were set. */
    private record Timer(long due, long number, Runnable task) implements Comparable<Timer> {
        @Override
        public int compareTo(Timer other) {
            int byTime = Long.compare(due, other.due);
            return byTime != 0 ? byTime : Long.compare(number, other.number);
        }
    }

    /** A waiting thread. Identity matters: one thread may wait again. */
    private static final class Sleeper {
        private final Thread thread;
        private final long until;

        Sleeper(Thread thread, long until) {
            this.thread = thread;
            this.until = until;
        }

        Thread thread() {
            return thread;
        }

        long until() {
            return until;
        }
    }
}
