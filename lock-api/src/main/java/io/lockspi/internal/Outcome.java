package io.lockspi.internal;

/** How a waiter's wait ended. */
sealed interface Outcome {

    /** The waiter's owner holds the lock. */
    record Acquired(Hold hold) implements Outcome {}

    /** Somebody else holds it. */
    record NotAcquired() implements Outcome {}

    /** The wait failed; the exception is made for the caller. */
    record Failed(RuntimeException failure) implements Outcome {}

    /** The waiter went away by itself, because of an interrupt or a cancellation. */
    record Withdrawn() implements Outcome {}
}
