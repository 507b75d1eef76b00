package io.lockspi.lab.elect;

/** A run came to no end: a candidate gave up, or nobody led any more. */
public class ElectionFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message one clear sentence
     */
    public ElectionFailedException(String message) {
        super(message);
    }
}
