package io.lockspi.redis;

import io.lockspi.spi.Attempt.Effect;
import org.jspecify.annotations.Nullable;

/** A request without a usable answer. Its message says what happened, not to which lock. */
final class RequestFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Effect effect;
    private final boolean permanent;

    RequestFailure(Effect effect, boolean permanent, String message, @Nullable Throwable cause) {
        super(message, cause, false, false);
        this.effect = effect;
        this.permanent = permanent;
    }

    /** The request was not applied and never will be; asking again may help. */
    static RequestFailure notSent(String message, @Nullable Throwable cause) {
        return new RequestFailure(Effect.NONE, false, message, cause);
    }

    /** The request was refused, and will be until somebody changes something. */
    static RequestFailure refused(String message, @Nullable Throwable cause) {
        return new RequestFailure(Effect.NONE, true, message, cause);
    }

    /** The request may have been applied. */
    static RequestFailure unknown(Effect effect, String message, @Nullable Throwable cause) {
        return new RequestFailure(effect, false, message, cause);
    }

    Effect effect() {
        return effect;
    }

    boolean permanent() {
        return permanent;
    }
}
