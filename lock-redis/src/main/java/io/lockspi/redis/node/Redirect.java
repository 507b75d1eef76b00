package io.lockspi.redis.node;

import io.lockspi.LockConfig;
import org.jspecify.annotations.Nullable;

/**
 * Where a request that was not executed belongs. Immutable.
 *
 * @param host the server that the answer names, or {@code null} if it names none: the master has to be looked for, or
 *     will be ready later
 * @param onceOnly true if only this one request belongs there, because the slot is on its way
 */
record Redirect(LockConfig.@Nullable Host host, boolean onceOnly) {
    static final Redirect ELSEWHERE = new Redirect(null, false);
}
