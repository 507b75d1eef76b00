package io.lockspi;

import org.jspecify.annotations.Nullable;

/** A URI, option or combination that is refused. The message names it, and what would be accepted. */
public class LockConfigurationException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message one clear sentence
     */
    public LockConfigurationException(String message) {
        this(message, null);
    }

    /**
     * Makes an exception.
     *
     * @param message one clear sentence
     * @param cause what led to it, or {@code null}
     */
    public LockConfigurationException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
