package io.lockspi.servers;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Waits for what servers do by themselves. A server that does not answer at the moment has not done it yet: some change their
 * roles, or hang up on their clients while they do.
 */
final class Patience {
    private static final Duration POLL = Duration.ofMillis(10);

    private Patience() {}

    /**
     * Waits.
     *
     * @param what what is waited for, for the error
     * @throws IllegalStateException if it does not come in time; its cause is that a server did not answer at last, if so
     */
    static void await(Duration limit, String what, BooleanSupplier condition) {
        Attempt last = attempts(limit, condition);
        if (!last.held()) {
            throw new IllegalStateException(
                    "It was waited " + limit.toSeconds() + " s in vain until " + what, last.unanswered());
        }
    }

    /** Waits, and tells whether it came in time. */
    static boolean holds(Duration limit, BooleanSupplier condition) {
        return attempts(limit, condition).held();
    }

    private static Attempt attempts(Duration limit, BooleanSupplier condition) {
        long deadline = System.nanoTime() + limit.toNanos();
        Attempt last = Attempt.of(condition);
        while (!last.held() && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(POLL.toNanos());
            last = Attempt.of(condition);
        }
        return last;
    }

    private record Attempt(boolean held, @Nullable UncheckedIOException unanswered) {
        static Attempt of(BooleanSupplier condition) {
            try {
                return new Attempt(condition.getAsBoolean(), null);
            } catch (UncheckedIOException e) {
                return new Attempt(false, e);
            }
        }
    }
}
