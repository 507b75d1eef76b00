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
public record Reply(List<Object> values, @Nullable RequestFailure shortage) {}
