package io.lockspi.redis;

import io.lockspi.spi.Attempt.Effect;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.redisson.client.RedisConnectionException;
import org.redisson.client.RedisException;
import org.redisson.client.RedisNodeNotFoundException;
import org.redisson.client.RedisOutOfMemoryException;
import org.redisson.client.RedisRedirectException;
import org.redisson.client.RedisTimeoutException;

/** What Redis means by its error replies. A request that was answered with one has not been applied. */
final class ErrorReply {
    private static final Pattern IN_SCRIPT_BEFORE_7 =
            Pattern.compile("^ERR Error running script.*?: -?([A-Z]{3,}) (.*)$");
    private static final Pattern CODE = Pattern.compile("^([A-Z]+) ");
    private static final String REDISSONS_TAIL = ". channel: ";
    private static final String SCRIPTS_TAIL = " script: ";

    /** Codes that somebody has to do something about, with what to do. */
    private static final Map<String, String> PERMANENT = Map.of(
            "WRONGPASS", "correct user and password in the URI",
            "NOAUTH", "put user and password into the URI",
            "NOPERM", "give the user the rights that the documentation lists",
            "WRONGTYPE", "another program uses a key below this lock's prefix; change the option prefix",
            "MOVED", "the server is part of a cluster, which this version does not support");

    private static final Set<String> TEMPORARY = Set.of(
            "LOADING",
            "READONLY",
            "MASTERDOWN",
            "BUSY",
            "OOM",
            "CLUSTERDOWN",
            "TRYAGAIN",
            "MISCONF",
            "NOREPLICAS",
            "NOSCRIPT");

    private ErrorReply() {}

    /** False for what the client library found out by itself. */
    static boolean isFromServer(RedisException error) {
        return !(error instanceof RedisConnectionException)
                && !(error instanceof RedisTimeoutException)
                && !(error instanceof RedisNodeNotFoundException);
    }

    /** The server's words, without what the client library added to them. */
    static String text(RedisException error) {
        String message = String.valueOf(error.getMessage());
        if (error instanceof RedisOutOfMemoryException) {
            message = "OOM " + message;
        } else if (error instanceof RedisRedirectException redirect) {
            message = "MOVED to " + redirect.getUrl();
        }
        message = cut(cut(message, REDISSONS_TAIL), SCRIPTS_TAIL);
        Matcher older = IN_SCRIPT_BEFORE_7.matcher(message);
        return older.matches() ? older.group(1) + " " + older.group(2) : message;
    }

    /** The failure that an error reply to a script stands for. */
    static RequestFailure toScript(RedisException error) {
        String text = text(error);
        String code = code(text);
        String remedy = PERMANENT.get(code);
        if (remedy != null) {
            return RequestFailure.refused("Redis answered '" + text + "'; " + remedy, error);
        }
        if (TEMPORARY.contains(code)) {
            return RequestFailure.notSent("Redis answered '" + text + "'", error);
        }
        return new RequestFailure(Effect.UNKNOWN_CLOSED, false, "Redis answered '" + text + "'", error);
    }

    /** The failure that an error reply while connecting stands for. Has no cause, lest that quotes a password. */
    static RequestFailure toHandshake(String step, RedisException error) {
        String text = text(error);
        String message = "Redis answered '" + text + "' to " + step;
        if (TEMPORARY.contains(code(text))) {
            return RequestFailure.notSent(message, null);
        }
        String remedy = PERMANENT.get(code(text));
        return RequestFailure.refused(message + "; " + (remedy == null ? "correct the URI" : remedy), null);
    }

    private static @Nullable String code(String text) {
        Matcher matcher = CODE.matcher(text);
        return matcher.find() ? matcher.group(1) : "";
    }

    private static String cut(String text, String tail) {
        int at = text.indexOf(tail);
        return at < 0 ? text : text.substring(0, at);
    }
}
