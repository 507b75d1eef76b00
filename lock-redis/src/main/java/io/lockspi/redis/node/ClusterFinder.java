package io.lockspi.redis.node;

import io.lockspi.LockConfig;
import io.lockspi.spi.TimeSource;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.redisson.client.protocol.RedisCommand;

/** Asks the servers of a cluster, those that were named and those that were found, who serves which slot. Immutable. */
final class ClusterFinder implements RouteFinder {
    private static final RedisCommand<String> NODES = new RedisCommand<>("CLUSTER", "NODES");

    private final Asker asker;
    private final TimeSource time;
    private final List<LockConfig.Host> named;
    private final Function<LockConfig.Host, NodeOptions> servers;

    /**
     * Makes a finder.
     *
     * @param named the servers to begin with
     * @param servers how to reach a server
     */
    ClusterFinder(
            Asker asker, TimeSource time, List<LockConfig.Host> named, Function<LockConfig.Host, NodeOptions> servers) {
        this.asker = asker;
        this.time = time;
        this.named = List.copyOf(named);
        this.servers = servers;
    }

    @Override
    public CompletableFuture<Routes> find(@Nullable Routes known) {
        Set<LockConfig.Host> hosts = new LinkedHashSet<>(named);
        if (known != null) {
            known.all().forEach(route -> hosts.add(route.host()));
        }
        List<CompletableFuture<ClusterView>> asked =
                hosts.stream().map(servers).map(this::view).toList();
        // To begin with any view will do: a server that is asked in error says who is right.
        Duration grace = known == null ? Duration.ZERO : Inquiry.GRACE;
        return Inquiry.of(asked, grace, time, ClusterView::newest);
    }

    private CompletableFuture<ClusterView> view(NodeOptions server) {
        return asker.ask(
                server,
                connection -> Asker.send(connection, NODES)
                        .exceptionallyCompose(error -> CompletableFuture.failedFuture(explained(error)))
                        .thenApply(text -> ClusterView.parse(text, server.host())));
    }

    private static Throwable explained(Throwable error) {
        RequestFailure failure = RequestFailure.known(error);
        return String.valueOf(failure.getMessage()).contains("cluster support disabled")
                ? RequestFailure.refused("the server is no part of a cluster; leave topology=cluster out", null)
                : failure;
    }
}
