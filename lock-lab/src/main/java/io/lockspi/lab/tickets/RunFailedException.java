package io.lockspi.lab.tickets;

/** A run came to no end: a seller gave up, or nothing was sold any more. */
public class RunFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message one clear sentence
     */
    public RunFailedException(String message) {
        super(message);
    }
}
