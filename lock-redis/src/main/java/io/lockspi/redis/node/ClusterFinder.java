package io.lockspi.redis.node;

import io.lockspi.LockConfig;
import io.lockspi.spi.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.redisson.client.protocol.RedisCommand;

/** Asks the servers of a cluster, those that were named and those that were found, who serves which slot. Immutable. */
@SuppressWarnings("FutureReturnValueIgnored") // own promises tell of the outcome
final class ClusterFinder implements RouteFinder {
    private static final RedisCommand<String> NODES = new RedisCommand<>("CLUSTER", "NODES");

    private static final long STEP_NANOS = Duration.ofMillis(100).toNanos();

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
        return known == null ? begin() : ask(known);
    }

    /**
     * To begin with any view will do, since a server that is asked in error says who is right: so one server is asked, and
     * the next one only when that takes long.
     */
    private CompletableFuture<Routes> begin() {
        List<CompletableFuture<ClusterView>> asked = new ArrayList<>();
        CompletableFuture<Routes> found = new CompletableFuture<>();
        for (LockConfig.Host host : named) {
            CompletableFuture<ClusterView> answer = new CompletableFuture<>();
            time.schedule(asked.size() * STEP_NANOS, () -> {
                if (!found.isDone()) {
                    view(servers.apply(host)).whenComplete((view, error) -> complete(answer, view, error));
                }
            });
            asked.add(answer);
        }
        Inquiry.of(asked, Duration.ZERO, time, ClusterView::newest)
                .whenComplete((routes, error) -> complete(found, routes, error));
        return found;
    }

    private static <T> void complete(CompletableFuture<T> future, @Nullable T value, @Nullable Throwable error) {
        if (value != null) {
            future.complete(value);
        } else {
            future.completeExceptionally(error == null ? new IllegalStateException("no value") : error);
        }
    }

    private CompletableFuture<Routes> ask(Routes known) {
        Set<LockConfig.Host> hosts = new LinkedHashSet<>(named);
        known.all().forEach(route -> hosts.add(route.host()));
        List<CompletableFuture<ClusterView>> asked =
                hosts.stream().map(servers).map(this::view).toList();
        return Inquiry.of(asked, Inquiry.GRACE, time, ClusterView::newest);
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
