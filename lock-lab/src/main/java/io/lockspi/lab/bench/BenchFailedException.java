package io.lockspi.lab.bench;

/** A subject could not be measured: a JVM of its gave up or did not answer. */
class BenchFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BenchFailedException(String message) {
        super(message);
    }
}
