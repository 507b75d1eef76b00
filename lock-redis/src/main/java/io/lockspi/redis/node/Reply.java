package io.lockspi.redis.node;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a server answered to a script. Immutable.
 *
 * @param values the script's list of {@code Long}, {@code String} and {@code null}
 * @param shortage why too few replicas have confirmed what the script wrote; {@code null} if enough have, or none is asked
 *     for
 */
public record Reply(List<Object> values, @Nullable RequestFailure shortage) {

    /** What a script answered as a list; one value alone, which costs the server less, makes a list of one. */
    @SuppressWarnings("unchecked") // Redisson's client makes nothing else
    static List<Object> list(Object answer) {
        return answer instanceof List<?> values ? (List<Object>) values : List.of(answer);
    }
}
