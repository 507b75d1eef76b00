package io.lockspi;

import org.jspecify.annotations.Nullable;

/** The back end refused in a way that waiting cannot heal: a wrong password, no permission, a key of another type. */
public class LockBackendException extends LockException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message one clear sentence
     * @param cause what the back end said, or {@code null}
     */
    public LockBackendException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
