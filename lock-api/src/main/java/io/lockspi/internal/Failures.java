package io.lockspi.internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Failures of asynchronous calls as what they were at first. */
final class Failures {
    private Failures() {}

    /** Asks the back end. What it throws, and a stage that it does not return, become a stage that failed. */
    static <T> CompletionStage<T> ask(Supplier<? extends @Nullable CompletionStage<T>> question) {
        try {
            CompletionStage<T> stage = question.get();
            return stage == null
                    ? CompletableFuture.failedFuture(new IllegalStateException("the back end returned null"))
                    : stage;
        } catch (RuntimeException | Error failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }

    static @Nullable Throwable unwrap(@Nullable Throwable failure) {
        Throwable current = failure;
        while (current != null
                && current.getCause() != null
                && (current instanceof CompletionException || current instanceof ExecutionException)) {
            current = current.getCause();
        }
        return current;
    }
}
