package io.lockspi.peers;

/** Carries a checked exception of a library through {@link java.util.concurrent.locks.Lock}, which has none. */
final class PeerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PeerException(Exception cause) {
        super(cause.toString(), cause);
    }
}
