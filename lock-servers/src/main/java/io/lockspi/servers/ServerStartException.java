package io.lockspi.servers;

import org.jspecify.annotations.Nullable;

/** A server could not be started; the message says which one, why, and what its log said last. */
public final class ServerStartException extends RuntimeException {

    private static final long serialVersionUID = 1;

    ServerStartException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
