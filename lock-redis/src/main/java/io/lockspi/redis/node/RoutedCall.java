package io.lockspi.redis.node;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A script on its way to a master that may have to be found first. Confined to the event loop. */
final class RoutedCall {
    private static final int MAX_MOVES = 5;

    final String lockName;
    final NodeScript script;
    final List<String> keys;
    final List<String> args;
    final boolean toBeConfirmed;
    final CompletableFuture<Reply> answer = new CompletableFuture<>();

    /** When it is given up: shortly before its caller gives it up, so that the caller hears why. */
    final long deadlineNanos;

    /** Why it has not been executed so far. */
    @Nullable
    RequestFailure obstacle;

    private int moves;

    RoutedCall(
            String lockName,
            NodeScript script,
            List<String> keys,
            List<String> args,
            boolean toBeConfirmed,
            long deadlineNanos) {
        this.lockName = lockName;
        this.script = script;
        this.keys = keys;
        this.args = args;
        this.toBeConfirmed = toBeConfirmed;
        this.deadlineNanos = deadlineNanos;
    }

    /** Whether it may follow one more redirection at once; two servers could send it to and fro. */
    boolean mayFollow() {
        return ++moves % MAX_MOVES != 0;
    }

    void fail(RequestFailure failure) {
        answer.completeExceptionally(failure);
    }
}
