package io.lockspi.internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Waits of a caller's thread for one answer of the back end. */
final class Checks {
    private Checks() {}

    /** Asks the back end whether it can serve; waits interruptibly. */
    static void check(Engine engine, long nanos) throws InterruptedException {
        CompletableFuture<Void> answer = engine.spi().check().toCompletableFuture();
        awaitInterruptibly(engine, answer, nanos);
        if (!answer.isDone()) {
            throw engine.messages().silence("check", nanos);
        }
        joined(answer);
    }

    /** Waits until there is an answer or the time is over. */
    static void awaitInterruptibly(Engine engine, CompletableFuture<?> answer, long nanos) throws InterruptedException {
        long deadline = engine.nanos() + nanos;
        wakeWhenDone(answer);
        for (long left = nanos; !answer.isDone() && left > 0; left = deadline - engine.nanos()) {
            engine.time().park(answer, left);
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while waiting for an answer of " + engine.backend());
            }
        }
    }

    /** Waits uninterruptibly and keeps the flag; {@code null} if there was no answer in time. */
    static <T> @Nullable T await(Engine engine, CompletableFuture<T> answer, long nanos) {
        boolean interrupted = false;
        long deadline = engine.nanos() + nanos;
        wakeWhenDone(answer);
        for (long left = nanos; !answer.isDone() && left > 0; left = deadline - engine.nanos()) {
            engine.time().park(answer, left);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return answer.isDone() ? joined(answer) : null;
    }

    private static void wakeWhenDone(CompletableFuture<?> answer) {
        Thread waiting = Thread.currentThread();
        var unused = answer.whenComplete((value, failure) -> LockSupport.unpark(waiting));
    }

    private static <T> T joined(CompletableFuture<T> answer) {
        try {
            return answer.join();
        } catch (CompletionException failure) {
            if (Failures.unwrap(failure) instanceof RuntimeException known) {
                throw known;
            }
            throw failure;
        }
    }
}
