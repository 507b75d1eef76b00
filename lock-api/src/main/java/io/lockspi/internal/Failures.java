package io.lockspi.internal;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Failures of asynchronous calls as what they were at first. */
final class Failures {
    private Failures() {}

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
