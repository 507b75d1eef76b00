package io.lockspi.redis.node;

import io.lockspi.LockConfig;
import io.lockspi.spi.TimeSource;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.redisson.client.RedisConnection;
import org.redisson.client.protocol.RedisCommand;
import org.redisson.client.protocol.RedisCommands;
import org.redisson.client.protocol.decoder.ObjectListReplayDecoder;

/**
 * Asks all Sentinels for the master, and the server that one names whether it is: a Sentinel that was cut off may not know
 * of the newest failover. Immutable.
 */
final class SentinelFinder implements RouteFinder {
    private static final RedisCommand<List<Object>> ADDRESS =
            new RedisCommand<>("SENTINEL", "GET-MASTER-ADDR-BY-NAME", new ObjectListReplayDecoder<Object>());

    private final Asker asker;
    private final TimeSource time;
    private final String masterName;
    private final List<NodeOptions> sentinels;
    private final Function<LockConfig.Host, NodeOptions> servers;

    /**
     * Makes a finder.
     *
     * @param sentinels how to reach the Sentinels
     * @param servers how to reach a server that a Sentinel names
     */
    SentinelFinder(
            Asker asker,
            TimeSource time,
            String masterName,
            List<NodeOptions> sentinels,
            Function<LockConfig.Host, NodeOptions> servers) {
        this.asker = asker;
        this.time = time;
        this.masterName = masterName;
        this.sentinels = List.copyOf(sentinels);
        this.servers = servers;
    }

    @Override
    public CompletableFuture<Routes> find(@Nullable Routes known) {
        List<CompletableFuture<Route>> asked = sentinels.stream()
                .map(sentinel -> asker.ask(sentinel, this::named).thenCompose(this::verified))
                .toList();
        return Inquiry.of(asked, Inquiry.GRACE, time, masters -> Routes.to(mostNamed(masters)));
    }

    private CompletableFuture<Route> named(RedisConnection sentinel) {
        return Asker.send(sentinel, ADDRESS, masterName).thenCompose(address -> {
            if (address == null || address.size() < 2) {
                return CompletableFuture.failedFuture(RequestFailure.refused(
                        "it knows no master '" + masterName + "'; correct the option " + Topology.MASTER_NAME, null));
            }
            LockConfig.Host host = new LockConfig.Host(
                    String.valueOf(address.get(0)), Integer.parseInt(String.valueOf(address.get(1))));
            return Asker.send(sentinel, RedisCommands.SENTINEL_MASTER, masterName)
                    .thenApply(state -> new Route(host, replicas(state)));
        });
    }

    private static int replicas(Map<String, String> state) {
        return Integer.parseInt(state.getOrDefault("num-slaves", "0"));
    }

    private CompletableFuture<Route> verified(Route named) {
        return ReplicaFinder.isMaster(asker, servers.apply(named.host())).thenApply(master -> {
            if (!master) {
                throw RequestFailure.notSent("a Sentinel names " + named.host() + ", which is a replica now", null);
            }
            return named;
        });
    }

    /** Two can pass for masters while one is being replaced. */
    private static Route mostNamed(List<Route> masters) {
        return masters.stream()
                .max((one, other) ->
                        Integer.compare(Collections.frequency(masters, one), Collections.frequency(masters, other)))
                .orElseThrow();
    }
}
