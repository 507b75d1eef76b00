package io.lockspi.spi;

/**
 * All time that the engine knows: the clock, the timer and waiting. Replaceable, so that tests drive it by hand.
 * Implementations are thread-safe.
 */
public interface TimeSource {

    /**
     * A monotonic reading that also counts the time for which the machine was suspended.
     *
     * @return nanoseconds since an arbitrary origin; only differences mean something
     */
    long nanos();

    /**
     * Runs a task once, later, on the timer's own thread. The task is short and does not block.
     *
     * @param delayNanos nanoseconds from now; 0 or less means as soon as possible
     * @param task what to run
     * @return cancels the task if it has not begun
     */
    Cancellable schedule(long delayNanos, Runnable task);

    /**
     * Parks the current thread until it is unparked or interrupted, the time is over, or for no reason, as
     * {@link java.util.concurrent.locks.LockSupport#parkNanos(Object, long)} does. Takes no lock before it parks: waiting
     * for one would use up an unpark that is meant for this call.
     *
     * @param blocker shown by thread dumps as what the thread waits for
     * @param nanos at most so many nanoseconds; {@link Long#MAX_VALUE} for no limit
     */
    void park(Object blocker, long nanos);

    /**
     * Names what to run when this source finds that the wall clock jumped, or that the machine was suspended. Called
     * once by the engine; the task is short and does not block.
     *
     * @param task what to run
     */
    default void onClockJump(Runnable task) {}

    /** Ends the timer's thread; tasks that have not begun do not run. Idempotent. */
    default void close() {}

    /** A task that can be called off. */
    interface Cancellable {
        /** Calls the task off. No effect once it has begun. */
        void cancel();
    }
}
