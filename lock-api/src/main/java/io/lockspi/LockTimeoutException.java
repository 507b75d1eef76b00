package io.lockspi;

/** Somebody else held the lock for the whole of the wait. The caller holds nothing. */
public class LockTimeoutException extends LockException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message one clear sentence
     */
    public LockTimeoutException(String message) {
        super(message, null);
    }
}
