package io.lockspi.redis.node;

import io.lockspi.spi.Attempt.Effect;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.redisson.client.RedisException;

/** Why too few replicas are known to have what a script wrote. */
final class Shortage {
    private Shortage() {}

    /**
     * What the answers say.
     *
     * @param confirmed how many replicas have it
     * @param before what the server said of itself before the script
     * @param after what it said after the replicas had been waited for
     * @return {@code null} if enough have it
     */
    static @Nullable RequestFailure of(
            Demand demand, int confirmed, Map<String, String> before, Map<String, String> after) {
        if (confirmed < demand.replicas()) {
            return failure(
                    confirmed + " of the " + demand.replicas() + " replicas asked for confirmed it within "
                            + demand.millis() + " ms; are the replicas up and in touch with the master?",
                    null);
        }
        return MasterEpoch.isSame(before, after)
                ? null
                : failure("the server ceased to be the master while replicas were waited for", null);
    }

    /** What it means that there was no answer, such as that a server was demoted which waited. */
    static RequestFailure of(Throwable trouble) {
        if (!(trouble instanceof RedisException reply)) {
            return failure("the answer about the replicas could not be read", trouble);
        }
        RequestFailure known = ErrorReply.toScript(reply);
        String message = "it was to wait for replicas (WAIT, INFO), and " + known.getMessage();
        return new RequestFailure(Effect.UNKNOWN_CLOSED, known.permanent(), message, trouble);
    }

    private static RequestFailure failure(String message, @Nullable Throwable cause) {
        return RequestFailure.unknown(Effect.UNKNOWN_CLOSED, message, cause);
    }
}
