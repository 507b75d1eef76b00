package io.lockspi;

import org.jspecify.annotations.Nullable;

/**
 * The back end gave no answer in time. Nothing is known about who holds the lock; the caller holds nothing, and what may
 * have been applied is undone in the background. The same objects work again once the back end does.
 */
public class LockUnavailableException extends LockException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message one clear sentence
     * @param cause the last failure seen, or {@code null} if there was only silence
     */
    public LockUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
