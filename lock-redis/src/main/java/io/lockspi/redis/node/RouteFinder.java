package io.lockspi.redis.node;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Finds out who is the master now. Called on the event loop, one search at a time. */
interface RouteFinder {

    /**
     * Asks the servers.
     *
     * @param known what was found before, or {@code null}
     * @return the masters, or a {@link RequestFailure}; completed on any thread, in bounded time
     */
    CompletableFuture<Routes> find(@Nullable Routes known);
}
