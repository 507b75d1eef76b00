package io.lockspi.zookeeper;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Goes on after an asynchronous request, whatever came of it. */
final class Steps {

    /** What to do next; exactly one of its arguments is {@code null}, unless the result itself is. */
    interface Next<T, R> {
        CompletableFuture<R> after(T result, @Nullable Throwable error);
    }

    private Steps() {}

    /** The next step, which is told of a failure without its wrapping. */
    static <T, R> CompletableFuture<R> then(CompletableFuture<T> request, Next<T, R> next) {
        CompletableFuture<R> answer = new CompletableFuture<>();
        var unused = request.whenComplete((result, error) -> {
            try {
                forward(next.after(result, error == null ? null : RequestFailure.unwrap(error)), answer);
            } catch (RuntimeException | Error failure) {
                answer.completeExceptionally(failure);
            }
        });
        return answer;
    }

    /** Completes one as the other is completed. */
    static <R> void forward(CompletableFuture<R> from, CompletableFuture<R> to) {
        var unused = from.whenComplete((result, error) -> {
            if (error == null) {
                to.complete(result);
            } else {
                to.completeExceptionally(RequestFailure.unwrap(error));
            }
        });
    }
}
