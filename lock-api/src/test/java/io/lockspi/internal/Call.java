package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** One call by an {@link Actor}. Its failure reaches the test when the test asks for the result. */
final class Call<T> implements Runnable {
    private final Actor actor;
    private final Callable<T> callable;
    private @Nullable T result;
    private @Nullable Throwable failure;
    private boolean flagAtEnd;
    private volatile boolean done;

    Call(Actor actor, Callable<T> callable) {
        this.actor = actor;
        this.callable = callable;
    }

    @Override
    @SuppressWarnings("CatchingUnchecked")
    public void run() {
        try {
            result = callable.call();
        } catch (Exception | Error caught) {
            failure = caught;
        }
        flagAtEnd = Thread.interrupted();
        done = true;
    }

    /** Waits until the call waits for time or for the back end. */
    Call<T> awaitParked() {
        Actor.await("a parked thread: " + this, () -> done || actor.clock().isParked(actor.thread()));
        assertThat(done).as("the call ended instead of waiting: %s", this).isFalse();
        return this;
    }

    /** Interrupts the call while it is parked, and waits until it is parked again. */
    Call<T> interruptAndAwaitParkedAgain() {
        return awaitParkedAgainAfter(this::interrupt);
    }

    /** Does something that wakes the call while it is parked, and waits until it is parked again. */
    Call<T> awaitParkedAgainAfter(Runnable cause) {
        int before = actor.clock().parks(actor.thread());
        cause.run();
        Actor.await("another park: " + this, () -> done || actor.clock().parks(actor.thread()) > before);
        return awaitParked();
    }

    /** Interrupts the call while it is parked. */
    Call<T> interrupt() {
        awaitParked();
        actor.thread().interrupt();
        return this;
    }

    boolean isDone() {
        return done;
    }

    /** Waits for the end, and gives the result. */
    T result() {
        awaitEnd();
        if (failure != null) {
            throw new AssertionError("the call failed: " + failure, failure);
        }
        return Objects.requireNonNull(result);
    }

    /** Waits for the end, which must be a failure, and gives it. */
    Throwable failure() {
        awaitEnd();
        assertThat(failure).as("failure of a call that returned %s", result).isNotNull();
        return Objects.requireNonNull(failure);
    }

    /** Waits for the end, and tells whether the thread's interrupt flag was set then. */
    boolean flagAtEnd() {
        awaitEnd();
        return flagAtEnd;
    }

    private void awaitEnd() {
        Actor.await("the end of a call: " + this, () -> done);
    }

    @Override
    public String toString() {
        return done
                ? "ended with " + (failure == null ? result : failure)
                : "at " + Arrays.toString(actor.thread().getStackTrace());
    }
}
