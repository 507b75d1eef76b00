package io.lockspi.lab.compare;

/** A run that did not come to its end, so that nothing was measured. */
public final class CompareFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * A failure.
     *
     * @param message what did not happen
     */
    public CompareFailedException(String message) {
        super(message);
    }
}
