package io.lockspi.redis.node;

import io.lockspi.spi.Attempt.Effect;
import org.jspecify.annotations.Nullable;

/** A request without a usable answer. Its message says what happened, not to which lock. */
public final class RequestFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Effect effect;
    private final boolean permanent;

    /** Where the server sends the client to, if it does. */
    private final transient @Nullable Redirect redirect;

    /**
     * Makes a failure.
     *
     * @param effect whether the request may have been applied, or may still be
     * @param permanent true when waiting cannot heal it
     * @param message what happened, and the remedy
     * @param cause why, or {@code null}
     */
    public RequestFailure(Effect effect, boolean permanent, String message, @Nullable Throwable cause) {
        this(effect, permanent, message, cause, null);
    }

    private RequestFailure(
            Effect effect, boolean permanent, String message, @Nullable Throwable cause, @Nullable Redirect redirect) {
        super(message, cause, false, false);
        this.effect = effect;
        this.permanent = permanent;
        this.redirect = redirect;
    }

    /** The same, with where the server says that the request belongs, or that it belongs elsewhere or to another time. */
    RequestFailure with(Redirect where) {
        return new RequestFailure(effect, permanent, String.valueOf(getMessage()), getCause(), where);
    }

    /** Where the request belongs instead; {@code null} if another server, or the same one soon, would answer no better. */
    @Nullable
    Redirect redirect() {
        return redirect;
    }

    /**
     * What a failed stage of a transport says.
     *
     * @param error as the stage was completed
     * @return the failure; for anything unexpected one that knows nothing
     */
    public static RequestFailure known(Throwable error) {
        Throwable cause = Dialer.unwrap(error);
        return cause instanceof RequestFailure failure
                ? failure
                : unknown(Effect.UNKNOWN_OPEN, String.valueOf(cause), cause);
    }

    /** The request was not applied and never will be; asking again may help. */
    public static RequestFailure notSent(String message, @Nullable Throwable cause) {
        return new RequestFailure(Effect.NONE, false, message, cause, Redirect.ELSEWHERE);
    }

    /** The request was refused, and will be until somebody changes something. */
    public static RequestFailure refused(String message, @Nullable Throwable cause) {
        return new RequestFailure(Effect.NONE, true, message, cause);
    }

    /** The request may have been applied. */
    public static RequestFailure unknown(Effect effect, String message, @Nullable Throwable cause) {
        return new RequestFailure(effect, false, message, cause);
    }

    /** Whether the request may have been applied, or may still be. */
    public Effect effect() {
        return effect;
    }

    /** True when waiting cannot heal it. */
    public boolean permanent() {
        return permanent;
    }
}
