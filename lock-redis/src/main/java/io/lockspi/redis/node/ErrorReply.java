package io.lockspi.redis.node;

import static java.util.Map.entry;

import io.lockspi.LockConfig;
import io.lockspi.spi.Attempt.Effect;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.redisson.client.RedisAskException;
import org.redisson.client.RedisConnectionException;
import org.redisson.client.RedisException;
import org.redisson.client.RedisNodeNotFoundException;
import org.redisson.client.RedisOutOfMemoryException;
import org.redisson.client.RedisRedirectException;
import org.redisson.client.RedisTimeoutException;

/** What Redis means by its error replies. */
final class ErrorReply {
    private static final Pattern IN_SCRIPT_BEFORE_7 =
            Pattern.compile("^ERR Error running script.*?: -?([A-Z]{3,}) (.*)$");
    /** Redis 7.0, and from 7.2 on. */
    private static final Pattern NO_RIGHT_IN_SCRIPT =
            Pattern.compile("The user executing the script can't|ACL failure in script");

    private static final Pattern CODE = Pattern.compile("^([A-Z]+) ");
    private static final String REDISSONS_TAIL = ". channel: ";
    private static final Pattern SCRIPTS_TAIL = Pattern.compile(" script: [0-9a-f]{40}.*$");

    /** Codes that somebody has to do something about, with what to do. */
    private static final Map<String, String> PERMANENT = Map.of(
            "WRONGPASS", "correct user and password in the URI",
            "NOAUTH", "put user and password into the URI",
            "NOPERM", "give the user the rights that the documentation lists",
            "WRONGTYPE", "another program uses a key below this lock's prefix; change the option prefix",
            "MOVED", "the server is part of a cluster; add topology=cluster to the URI",
            "ASK", "the server is part of a cluster; add topology=cluster to the URI");

    /** Codes which say that another server is to be asked, or this one a little later. */
    private static final Set<String> ELSEWHERE =
            Set.of("LOADING", "READONLY", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "NOREPLICAS");

    /** Codes of a state that passes, or that somebody ends while the locks wait, with what to do. */
    private static final Map<String, String> TEMPORARY = Map.ofEntries(
            entry("LOADING", "wait until the server has loaded its data"),
            entry("READONLY", "the server is a replica; name the master"),
            entry("MASTERDOWN", "the server is a replica; name the master"),
            entry("UNBLOCKED", "the server has ceased to be the master"),
            entry("BUSY", "a script of somebody else's blocks the server"),
            entry("OOM", "give the server more memory or remove data"),
            entry("CLUSTERDOWN", "wait until the cluster is whole again"),
            entry("TRYAGAIN", "wait until the cluster has moved the slot"),
            entry("MISCONF", "the server cannot write to its disk; look into its log"),
            entry("NOREPLICAS", "the server demands more replicas than it has"),
            entry("NOSCRIPT", "the server forgot the script twice in a row"));

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
            message = (error instanceof RedisAskException ? "ASK " : "MOVED to ") + redirect.getUrl();
        }
        int tail = message.indexOf(REDISSONS_TAIL);
        message = tail < 0 ? message : message.substring(0, tail);
        message = SCRIPTS_TAIL.matcher(message).replaceFirst("");
        Matcher older = IN_SCRIPT_BEFORE_7.matcher(message);
        return older.matches() ? older.group(1) + " " + older.group(2) : message;
    }

    /** The failure that an error reply to a script stands for. */
    static RequestFailure toScript(RedisException error) {
        String text = text(error);
        String code = code(text);
        // A script that was stopped half-way by a missing right may have written before.
        Effect effect = NO_RIGHT_IN_SCRIPT.matcher(text).find() ? Effect.UNKNOWN_CLOSED : Effect.NONE;
        String remedy = PERMANENT.get(code);
        if (remedy != null) {
            return located(
                    error, code, new RequestFailure(effect, true, "Redis answered '" + text + "'; " + remedy, error));
        }
        if (TEMPORARY.containsKey(code)) {
            String message = "Redis answered '" + text + "'; " + TEMPORARY.get(code);
            return located(error, code, new RequestFailure(Effect.NONE, false, message, error));
        }
        return RequestFailure.unknown(
                Effect.UNKNOWN_CLOSED, "Redis answered '" + text + "', which this version does not know", error);
    }

    private static RequestFailure located(RedisException error, String code, RequestFailure failure) {
        if (error instanceof RedisRedirectException redirect && redirect.getUrl() != null) {
            LockConfig.Host host = new LockConfig.Host(
                    redirect.getUrl().getHost(), redirect.getUrl().getPort());
            return failure.with(new Redirect(host, error instanceof RedisAskException));
        }
        return ELSEWHERE.contains(code) ? failure.with(Redirect.ELSEWHERE) : failure;
    }

    /** The failure that an error reply while connecting stands for. Has no cause, lest that quotes a password. */
    static RequestFailure toHandshake(String step, RedisException error) {
        String text = text(error);
        String message = "Redis answered '" + text + "' to " + step;
        String passing = TEMPORARY.get(code(text));
        if (passing != null) {
            return RequestFailure.notSent(message + "; " + passing, null);
        }
        String remedy = PERMANENT.get(code(text));
        return RequestFailure.refused(message + "; " + (remedy == null ? "correct the URI" : remedy), null);
    }

    private static String code(String text) {
        if (NO_RIGHT_IN_SCRIPT.matcher(text).find()) {
            return "NOPERM";
        }
        if (text.contains("unauthenticated")) {
            return "NOAUTH";
        }
        Matcher matcher = CODE.matcher(text);
        return matcher.find() ? matcher.group(1) : "";
    }
}
