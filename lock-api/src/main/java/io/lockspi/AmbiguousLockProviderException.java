package io.lockspi;

/** Several providers offer the algorithm and none was chosen. The message lists them. */
public class AmbiguousLockProviderException extends LockException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message one clear sentence
     */
    public AmbiguousLockProviderException(String message) {
        super(message, null);
    }
}
