package io.lockspi;

/** No installed provider knows the algorithm. The message lists what is installed and which jar to add. */
public class NoSuchLockAlgorithmException extends LockException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message one clear sentence
     */
    public NoSuchLockAlgorithmException(String message) {
        super(message, null);
    }
}
