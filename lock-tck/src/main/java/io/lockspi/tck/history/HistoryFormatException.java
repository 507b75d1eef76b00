package io.lockspi.tck.history;

/** A history that cannot be read or makes no sense, so that nothing can be said about the run. */
public class HistoryFormatException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message what is wrong and where
     */
    public HistoryFormatException(String message) {
        super(message);
    }
}
