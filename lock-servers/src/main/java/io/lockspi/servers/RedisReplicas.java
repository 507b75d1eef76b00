package io.lockspi.servers;

import io.lockspi.tck.NodeFaults;
import io.lockspi.tck.fault.FaultProxy;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * A Redis master with replicas, each behind a proxy at whose port the others and the clients reach it, so that replication
 * can be held back for certain. They never outlive this JVM. Commands sent by a {@link RedisServer}'s own methods go past
 * the proxies. Processes of this machine only, no containers. Thread-safe.
 */
public final class RedisReplicas implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final List<GatedRedis> nodes = new ArrayList<>();

    /** Who was made the master last; Sentinels may have chosen another one since. */
    private volatile int chosen;

    private RedisReplicas() {}

    /**
     * Starts servers with the default settings, the first of which is the master.
     *
     * @param replicas how many replicas it has
     * @throws ServerStartException if one cannot be started; none runs then
     */
    public static RedisReplicas start(int replicas) {
        return start(replicas, builder -> builder);
    }

    /**
     * Starts servers, the first of which is the master.
     *
     * @param replicas how many replicas it has
     * @param settings makes the settings of each; the port is chosen here
     * @throws ServerStartException if one cannot be started; none runs then
     */
    public static RedisReplicas start(int replicas, UnaryOperator<RedisServerBuilder> settings) {
        RedisReplicas all = new RedisReplicas();
        try {
            for (int i = 0; i <= replicas; i++) {
                all.add(i, settings);
            }
            all.awaitInSync();
            return all;
        } catch (RuntimeException e) {
            all.close();
            throw e;
        }
    }

    private void add(int index, UnaryOperator<RedisServerBuilder> settings) {
        nodes.add(GatedRedis.start(
                Ports.free(),
                builder -> settings.apply(builder).configAtStart(() -> whomToReplicate(index)),
                port -> List.of(
                        "replica-announce-ip 127.0.0.1",
                        "replica-announce-port " + port,
                        "repl-diskless-sync-delay 0")));
    }

    /** A server that comes back must not be a second master, not even for a moment. */
    private List<String> whomToReplicate(int index) {
        int current = index == 0 && nodes.isEmpty() ? 0 : current();
        return current == index
                ? List.of()
                : List.of("replicaof 127.0.0.1 " + nodes.get(current).port());
    }

    /** The master as the servers see it; while none of them is, the one that was chosen last. */
    private int current() {
        if (isMaster(chosen)) {
            return chosen;
        }
        for (int i = 0; i < nodes.size(); i++) {
            if (isMaster(i)) {
                chosen = i;
            }
        }
        return chosen;
    }

    private boolean isMaster(int index) {
        RedisServer server = nodes.get(index).server();
        try {
            return server.isRunning() && RedisRole.of(server).master();
        } catch (UncheckedIOException | RedisReplyException e) {
            return false;
        }
    }

    /** Returns all servers; each can be killed, paused and restarted by itself, and comes back as a replica if there is a master. */
    public List<RedisServer> servers() {
        return nodes.stream().map(GatedRedis::server).toList();
    }

    /** Returns the master; while there is none, the last one. */
    public RedisServer master() {
        return nodes.get(current()).server();
    }

    /** Returns all servers but the {@link #master()}. */
    public List<RedisServer> replicas() {
        RedisServer master = master();
        return servers().stream().filter(server -> server != master).toList();
    }

    /** Returns what a server says of itself. */
    public RedisRole role(RedisServer server) {
        return RedisRole.of(server);
    }

    /** Returns the proxy by which clients, Sentinels and other servers reach a server. */
    public FaultProxy proxy(RedisServer server) {
        return node(server).proxy();
    }

    /** Returns {@code host:port} by which clients reach a server. */
    public String address(RedisServer server) {
        return node(server).toString();
    }

    /** Returns the addresses of all servers, as URIs name several. */
    public String hosts() {
        return nodes.stream().map(GatedRedis::toString).collect(Collectors.joining(","));
    }

    /** Returns the addresses of all servers, for those who reach them otherwise. */
    public List<InetSocketAddress> addresses() {
        return nodes.stream().map(GatedRedis::address).toList();
    }

    private GatedRedis node(RedisServer server) {
        return nodes.stream()
                .filter(node -> node.server() == server)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(server + " is none of " + this));
    }

    /**
     * Keeps from a replica everything that any of the others replicates to it, from now on; what was sent before has
     * arrived if {@link #awaitInSync} was called. Both sides believe to be connected, and none of the data comes later if
     * its sender is gone by then.
     */
    public void holdBack(RedisServer replica) {
        int port = node(replica).port();
        nodes.forEach(node -> node.holdBack(port));
    }

    /** Ends {@link #holdBack}. */
    public void letGo(RedisServer replica) {
        int port = node(replica).port();
        nodes.forEach(node -> node.letGo(port));
    }

    /** Makes a replica the master, and all others that run its replicas. A master that is paused hears of it later. */
    public void promote(RedisServer replica) {
        replica.command("REPLICAOF", "NO", "ONE");
        chosen = servers().indexOf(replica);
        String port = Integer.toString(node(replica).port());
        for (RedisServer other : servers()) {
            if (other != replica && other.isRunning()) {
                other.command("REPLICAOF", "127.0.0.1", port);
            }
        }
    }

    /** Waits until every replica that runs has all that the master has written. Held back ones never do. */
    public void awaitInSync() {
        await("all replicas have what the master has", this::inSync);
    }

    private boolean inSync() {
        RedisServer master = master();
        long written = RedisRole.of(master).offset();
        return replicas().stream()
                        .filter(RedisServer::isRunning)
                        .map(RedisRole::of)
                        .allMatch(role -> role.connected()
                                && role.masterPort() == node(master).port()
                                && role.offset() >= written)
                && RedisRole.of(master).master();
    }

    static void await(String what, BooleanSupplier condition) {
        Patience.await(PATIENCE, what, condition);
    }

    /** The servers as the kit's nodes, in the order of {@link #hosts}. */
    public NodeFaults nodes() {
        return new RedisNodes(servers(), this::awaitInSync);
    }

    /** Kills all and removes their temporary files. Idempotent. */
    @Override
    public void close() {
        nodes.forEach(GatedRedis::close);
    }

    @Override
    public String toString() {
        return "Redis servers on " + hosts();
    }
}
