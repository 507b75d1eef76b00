package io.lockspi.lab.ui;

/** The user asked for something that cannot be done. The message names it, and what to do instead. */
public class BadInputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message one clear sentence
     */
    public BadInputException(String message) {
        super(message);
    }
}
