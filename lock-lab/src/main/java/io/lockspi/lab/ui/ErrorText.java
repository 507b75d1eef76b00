package io.lockspi.lab.ui;

import org.jspecify.annotations.Nullable;

/** Turns a failure into one sentence. */
public final class ErrorText {
    private ErrorText() {}

    /**
     * The sentence.
     *
     * @param failure what happened
     * @return its message, without line breaks; its class as well where the message alone says little
     */
    public static String of(Throwable failure) {
        String message = oneLine(failure.getMessage());
        boolean selfExplaining = failure.getClass().getName().startsWith("io.lockspi.");
        if (selfExplaining && !message.isEmpty()) {
            return message;
        }
        String name = failure.getClass().getSimpleName();
        return message.isEmpty() ? name : name + ": " + message;
    }

    private static String oneLine(@Nullable String message) {
        return message == null ? "" : message.strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
