package io.lockspi.zookeeper;

import io.lockspi.spi.Attempt.Effect;
import java.util.concurrent.CompletionException;
import org.apache.zookeeper.KeeperException;
import org.jspecify.annotations.Nullable;

/** A request without a usable answer. Its message says what happened and what to do, not to which lock. */
final class RequestFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Effect effect;
    private final boolean permanent;

    private RequestFailure(Effect effect, boolean permanent, String message, @Nullable Throwable cause) {
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

    /**
     * What an error stands for. After a lost connection nobody can tell whether the request was applied, but it arrives no
     * more: the server orders the requests of a session, and refuses those of an earlier connection.
     */
    static RequestFailure of(Throwable error) {
        Throwable cause = unwrap(error);
        if (cause instanceof RequestFailure known) {
            return known;
        }
        if (cause instanceof KeeperException keeper) {
            return of(keeper);
        }
        return new RequestFailure(Effect.UNKNOWN_OPEN, false, String.valueOf(cause), cause);
    }

    private static RequestFailure of(KeeperException error) {
        String said = "ZooKeeper answered '" + error.getMessage() + "'; ";
        return switch (error.code()) {
            case NOAUTH ->
                refused(
                        said
                                + "the user may not do that there: correct user:password@ in the URI, or the ACL of the path",
                        error);
            case AUTHFAILED -> refused(said + "correct user and password in the URI", error);
            case INVALIDACL -> refused(said + "the client is not authenticated, which acl=creator needs", error);
            case UNIMPLEMENTED -> refused(said + "container nodes need ZooKeeper 3.5.3 or newer", error);
            case CONNECTIONLOSS, OPERATIONTIMEOUT, REQUESTTIMEOUT ->
                unknown("the connection to ZooKeeper was lost; check that a majority of the servers is up", error);
            case SESSIONEXPIRED, SESSIONMOVED, SESSIONCLOSEDREQUIRESASLAUTH ->
                unknown("the session with ZooKeeper is over; the next request gets a new one", error);
            default -> unknown(said + "which this version does not know", error);
        };
    }

    private static RequestFailure unknown(String message, Throwable cause) {
        return new RequestFailure(Effect.UNKNOWN_CLOSED, false, message, cause);
    }

    /** Whether an error is the server's answer that there is no such node. */
    static boolean isNoNode(@Nullable Throwable error) {
        return error != null && unwrap(error) instanceof KeeperException.NoNodeException;
    }

    static Throwable unwrap(Throwable error) {
        Throwable cause = error.getCause();
        return error instanceof CompletionException && cause != null ? unwrap(cause) : error;
    }

    Effect effect() {
        return effect;
    }

    boolean permanent() {
        return permanent;
    }
}
