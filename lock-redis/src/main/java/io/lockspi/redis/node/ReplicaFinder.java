package io.lockspi.redis.node;

import io.lockspi.LockConfig;
import io.lockspi.spi.TimeSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.redisson.client.protocol.RedisCommands;

/** Asks all servers that were named which of them is the master. Immutable. */
final class ReplicaFinder implements RouteFinder {
    private final Asker asker;
    private final TimeSource time;
    private final List<LockConfig.Host> named;
    private final Function<LockConfig.Host, NodeOptions> servers;

    /**
     * Makes a finder.
     *
     * @param named all servers
     * @param servers how to reach one
     */
    ReplicaFinder(
            Asker asker, TimeSource time, List<LockConfig.Host> named, Function<LockConfig.Host, NodeOptions> servers) {
        this.asker = asker;
        this.time = time;
        this.named = List.copyOf(named);
        this.servers = servers;
    }

    /** What one server says of itself. */
    private record Role(LockConfig.Host host, boolean master) {}

    @Override
    public CompletableFuture<Routes> find(@Nullable Routes known) {
        List<CompletableFuture<Role>> asked = named.stream()
                .map(host -> isMaster(asker, servers.apply(host)).thenApply(master -> new Role(host, master)))
                .toList();
        return Inquiry.of(asked, Inquiry.GRACE, time, this::theMaster);
    }

    /** Whether a server takes writes. */
    static CompletableFuture<Boolean> isMaster(Asker asker, NodeOptions server) {
        return asker.ask(
                server,
                connection ->
                        Asker.send(connection, RedisCommands.INFO_REPLICATION).thenApply(MasterEpoch::isMaster));
    }

    private Routes theMaster(List<Role> roles) {
        List<LockConfig.Host> masters =
                roles.stream().filter(Role::master).map(Role::host).toList();
        if (masters.isEmpty()) {
            List<LockConfig.Host> replicas = roles.stream().map(Role::host).toList();
            throw RequestFailure.notSent(
                    "no master was found: " + replicas + " are replicas, and no other server of those named answers;"
                            + " name the master too",
                    null);
        }
        if (masters.size() > 1) {
            // Each may have given the lock to somebody; to choose one would give it to both.
            throw RequestFailure.notSent(
                    "there are two masters, " + masters + "; make all but one a replica of the other", null);
        }
        return Routes.to(new Route(masters.get(0), named.size() - 1));
    }
}
