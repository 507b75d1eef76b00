package io.lockspi;

import org.jspecify.annotations.Nullable;

/**
 * Trouble with a lock or its back end. The message names the lock, the back end, what was asked and the remedy, and holds
 * no password.
 */
public class LockException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message one clear sentence
     * @param cause what led to it, or {@code null}
     */
    public LockException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
