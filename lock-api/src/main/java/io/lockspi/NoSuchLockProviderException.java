package io.lockspi;

/** No installed provider of that name offers the algorithm. The message lists what is installed. */
public class NoSuchLockProviderException extends LockException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message one clear sentence
     */
    public NoSuchLockProviderException(String message) {
        super(message, null);
    }
}
