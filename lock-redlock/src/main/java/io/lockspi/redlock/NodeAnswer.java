package io.lockspi.redlock;

import io.lockspi.redis.node.RequestFailure;
import io.lockspi.spi.Attempt.Effect;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one node said to an acquire. Immutable.
 *
 * @param kind what it comes to
 * @param number the counter, the holder's time to live or the quarantine's, in milliseconds
 * @param text the run id, the holder's attempt id, or a key
 * @param failure why there is no answer, or {@code null}
 */
record NodeAnswer(
        Kind kind, long number, String text, @Nullable RequestFailure failure) {
    enum Kind {
        OWNED(1),
        BUSY(0),
        ENDED(-1),
        NOT_OURS(-2),
        EXHAUSTED(-3),
        QUARANTINED(-4),
        UNMARKED(-5),
        NEEDS_COUNTER(-6),
        FAILED(-7);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        static Kind of(long code) {
            for (Kind kind : values()) {
                if (kind.code == code) {
                    return kind;
                }
            }
            throw new IllegalArgumentException("no answer has the code " + code);
        }
    }

    private static final int DECIMAL = 10;

    static NodeAnswer of(@Nullable List<Object> reply, @Nullable Throwable error) {
        if (reply == null) {
            RequestFailure failure = error == null
                    ? RequestFailure.unknown(Effect.UNKNOWN_OPEN, "no answer", null)
                    : RequestFailure.known(error);
            return new NodeAnswer(Kind.FAILED, 0, "", failure);
        }
        if (reply.get(0) instanceof String owned) {
            int end = owned.indexOf(':');
            long counter = Long.parseLong(owned, 0, end, DECIMAL);
            return new NodeAnswer(Kind.OWNED, counter, owned.substring(end + 1), null);
        }
        Kind kind = Kind.of(Group.number(reply, 0));
        return switch (kind) {
            case BUSY -> new NodeAnswer(kind, Group.number(reply, 1), (String) reply.get(2), null);
            case NOT_OURS, EXHAUSTED, UNMARKED, NEEDS_COUNTER -> new NodeAnswer(kind, 0, (String) reply.get(1), null);
            case QUARANTINED -> new NodeAnswer(kind, Group.number(reply, 1), "", null);
            default -> new NodeAnswer(kind, 0, "", null);
        };
    }

    /** A node that has not answered in time. */
    static NodeAnswer silent(long millis) {
        return of(
                null,
                RequestFailure.unknown(
                        Effect.UNKNOWN_OPEN,
                        "no answer within the nodeTimeout of " + millis + " ms; is the server up and near?",
                        null));
    }

    /** True if the request certainly changed nothing and never will. */
    boolean untouched() {
        return failure != null && failure.effect() == Effect.NONE;
    }

    /** True if the node has answered the request, whatever it said. */
    boolean replied() {
        return failure == null;
    }

    /** True when waiting cannot heal it. */
    boolean permanent() {
        return kind == Kind.NOT_OURS || kind == Kind.EXHAUSTED || (failure != null && failure.permanent());
    }

    /** Why the node did not grant, for people. */
    String reason() {
        return switch (kind) {
            case OWNED -> "granted";
            case BUSY -> "held by another";
            case ENDED -> "released before";
            case NOT_OURS ->
                "the key '" + text
                        + "' holds something that this library did not write; remove the key or use another prefix";
            case EXHAUSTED -> "the counter in key '" + text + "' has reached 2^53, the largest token; delete the key";
            case QUARANTINED ->
                "it has restarted and grants nothing for another " + number
                        + " ms, because claims that it has forgotten may still be held";
            case UNMARKED -> "nothing is known of it; a new group starts when all its nodes have answered once";
            case NEEDS_COUNTER -> "it has restarted, and too few others have answered to copy the counter of this lock";
            case FAILED -> String.valueOf(failure == null ? null : failure.getMessage());
        };
    }
}
