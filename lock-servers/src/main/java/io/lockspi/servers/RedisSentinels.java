package io.lockspi.servers;

import io.lockspi.tck.NodeFaults;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A Redis master with replicas, watched by three Sentinels, two of which must agree that the master is down. They never
 * outlive this JVM. Thread-safe.
 */
public final class RedisSentinels implements AutoCloseable {
    /** The name under which the Sentinels know the master. */
    public static final String MASTER_NAME = "mymaster";

    private static final int SENTINELS = 3;
    private static final int QUORUM = 2;
    /** Priorities of replicas; the lowest number is chosen. */
    private static final String PREFERRED = "1";

    private static final String NOT_PREFERRED = "100";
    private static final Logger LOG = System.getLogger(RedisSentinels.class.getName());
    private static final Duration PATIENCE = Duration.ofSeconds(40);
    /** Long enough for a busy machine, on which servers and proxies may have to wait for their turn. */
    private static final Duration DOWN_AFTER = Duration.ofSeconds(2);

    private static final Duration FAILOVER_TIMEOUT = Duration.ofSeconds(3);

    private final RedisReplicas servers;
    private final List<RedisServer> sentinels = new ArrayList<>();

    private RedisSentinels(RedisReplicas servers) {
        this.servers = servers;
    }

    /**
     * Starts all with the default settings.
     *
     * @param replicas how many replicas the master has
     * @throws ServerStartException if one cannot be started; none runs then
     */
    public static RedisSentinels start(int replicas) {
        return start(replicas, server -> server, sentinel -> sentinel);
    }

    /**
     * Starts all.
     *
     * @param replicas how many replicas the master has
     * @param serverSettings makes the settings of each server
     * @param sentinelSettings makes the settings of each Sentinel; the server's password, say, is
     *     {@code config("sentinel auth-pass mymaster PASSWORD")}
     * @throws ServerStartException if one cannot be started; none runs then
     */
    public static RedisSentinels start(
            int replicas,
            UnaryOperator<RedisServerBuilder> serverSettings,
            UnaryOperator<RedisServerBuilder> sentinelSettings) {
        RedisSentinels all = new RedisSentinels(RedisReplicas.start(replicas, serverSettings));
        try {
            for (int i = 1; i <= SENTINELS; i++) {
                all.startSentinel(i, sentinelSettings);
            }
            all.awaitAcquainted(replicas);
            return all;
        } catch (RuntimeException e) {
            all.close();
            throw e;
        }
    }

    private void startSentinel(int number, UnaryOperator<RedisServerBuilder> settings) {
        String id = String.valueOf(number).repeat(40);
        RedisServer sentinel = settings.apply(RedisServer.builder())
                .sentinel()
                .configAtStart(() -> List.of(
                        "sentinel myid " + id,
                        "sentinel monitor " + MASTER_NAME + " 127.0.0.1 " + currentPort() + " " + QUORUM,
                        "sentinel down-after-milliseconds " + MASTER_NAME + " " + DOWN_AFTER.toMillis(),
                        "sentinel failover-timeout " + MASTER_NAME + " " + FAILOVER_TIMEOUT.toMillis()))
                .start();
        sentinels.add(sentinel);
        hurry(sentinel);
    }

    private int currentPort() {
        return servers.proxy(servers.master()).port();
    }

    /** Shortens what takes seconds for no use here; servers before 7.0 cannot. */
    private static void hurry(RedisServer sentinel) {
        try {
            sentinel.command("SENTINEL", "DEBUG", "publish-period", "200", "info-period", "500", "tilt-period", "2000");
        } catch (RedisReplyException e) {
            if (!String.valueOf(e.getMessage()).startsWith("ERR")) {
                throw e;
            }
        }
    }

    private void awaitAcquainted(int replicas) {
        Patience.await(
                PATIENCE,
                "the Sentinels know one another and all servers",
                () -> sentinels.stream().allMatch(sentinel -> knows(sentinel, replicas)));
    }

    private static boolean knows(RedisServer sentinel, int replicas) {
        List<?> fields = (List<?>) Objects.requireNonNull(sentinel.command("SENTINEL", "MASTER", MASTER_NAME));
        return field(fields, "num-slaves").equals(Integer.toString(replicas))
                && field(fields, "num-other-sentinels").equals(Integer.toString(SENTINELS - 1))
                && field(fields, "flags").equals("master");
    }

    private static String field(List<?> fields, String name) {
        int index = fields.indexOf(name);
        return index < 0 ? "" : String.valueOf(fields.get(index + 1));
    }

    /** Returns the servers, with the means to hold replication back. */
    public RedisReplicas servers() {
        return servers;
    }

    /** Returns the Sentinels. */
    public List<RedisServer> sentinels() {
        return List.copyOf(sentinels);
    }

    /** Returns the addresses of the Sentinels, as URIs name several. */
    public String sentinelHosts() {
        return sentinels.stream()
                .map(sentinel -> sentinel.host() + ":" + sentinel.port())
                .collect(Collectors.joining(","));
    }

    /** Returns the server that most of the Sentinels call the master and that calls itself so; null while there is none. */
    public @Nullable RedisServer agreedMaster() {
        List<RedisServer> named = sentinels.stream()
                .filter(RedisServer::isRunning)
                .flatMap(sentinel -> named(sentinel).stream())
                .toList();
        return servers.servers().stream()
                .filter(server -> named.stream().filter(server::equals).count() >= QUORUM)
                .filter(RedisServer::isRunning)
                .filter(server -> RedisRole.of(server).master())
                .findFirst()
                .orElse(null);
    }

    private Optional<RedisServer> named(RedisServer sentinel) {
        try {
            List<?> address = (List<?>) sentinel.command("SENTINEL", "GET-MASTER-ADDR-BY-NAME", MASTER_NAME);
            return address == null
                    ? Optional.empty()
                    : servers.servers().stream()
                            .filter(server ->
                                    String.valueOf(servers.proxy(server).port()).equals(address.get(1)))
                            .findFirst();
        } catch (UncheckedIOException e) {
            return Optional.empty();
        }
    }

    /** Waits until the Sentinels have made a server other than this one the master, and returns it. */
    public RedisServer awaitMasterOtherThan(RedisServer old) {
        Patience.await(PATIENCE, "the Sentinels have a master other than " + old, () -> {
            RedisServer master = agreedMaster();
            return master != null && master != old;
        });
        return Objects.requireNonNull(agreedMaster());
    }

    /** Has the Sentinels choose a replica at the next failover, whatever it knows, and waits until they know of that. */
    public void prefer(RedisServer replica) {
        for (RedisServer server : servers.servers()) {
            server.command("CONFIG", "SET", "replica-priority", server == replica ? PREFERRED : NOT_PREFERRED);
        }
        Patience.await(
                PATIENCE,
                "the Sentinels prefer " + replica,
                () -> sentinels.stream().allMatch(sentinel -> prefers(sentinel, replica)));
    }

    private boolean prefers(RedisServer sentinel, RedisServer replica) {
        String port = Integer.toString(servers.proxy(replica).port());
        return replicas(sentinel).stream()
                .allMatch(fields -> field(fields, "slave-priority").equals(PREFERRED)
                        == field(fields, "port").equals(port));
    }

    /** Has the Sentinels make another server the master though the present one is well, and returns it when that is a replica. */
    public RedisServer failOver() {
        RedisServer old = servers.master();
        Patience.await(PATIENCE, "the Sentinels replace " + old, () -> {
            RedisServer master = agreedMaster();
            boolean replaced = master != null && master != old;
            if (!replaced) {
                beginFailOver(old);
            }
            return replaced;
        });
        RedisServer successor = Objects.requireNonNull(agreedMaster());
        // For some seconds there are two, and what clients write to the old one is lost.
        Patience.await(PATIENCE, old + " is a replica", () -> !RedisRole.of(old).master());
        servers.awaitInSync();
        // Until then a Sentinel may still send the old one its new role, and hang up on its clients.
        Patience.await(
                PATIENCE,
                "all Sentinels know " + old + " as a replica",
                () -> sentinels.stream().allMatch(sentinel -> knowsAsReplica(sentinel, old)));
        return successor;
    }

    private boolean knowsAsReplica(RedisServer sentinel, RedisServer server) {
        String port = Integer.toString(servers.proxy(server).port());
        return replicas(sentinel).stream()
                .anyMatch(fields -> field(fields, "port").equals(port)
                        && field(fields, "role-reported").equals("slave")
                        && field(fields, "master-link-status").equals("ok"));
    }

    private static List<List<?>> replicas(RedisServer sentinel) {
        List<?> replicas = (List<?>) Objects.requireNonNull(sentinel.command("SENTINEL", "REPLICAS", MASTER_NAME));
        return replicas.stream().<List<?>>map(fields -> (List<?>) fields).toList();
    }

    /** A Sentinel refuses while it is not sure of the replicas, and one that gave it up half-way does not begin again by itself. */
    private void beginFailOver(RedisServer old) {
        RedisServer sentinel = sentinels.get(0);
        if (named(sentinel).filter(old::equals).isEmpty()) {
            return;
        }
        try {
            sentinel.command("SENTINEL", "FAILOVER", MASTER_NAME);
        } catch (RedisReplyException inProgressOrRefused) {
            LOG.log(Level.DEBUG, "{0} does not begin to replace {1}: {2}", sentinel, old, inProgressOrRefused);
        }
    }

    /** The servers, without the Sentinels, as the kit's nodes. */
    public NodeFaults nodes() {
        return new RedisNodes(servers.servers(), () -> {
            Patience.await(PATIENCE, "the Sentinels agree on a master", () -> agreedMaster() != null);
            servers.awaitInSync();
        });
    }

    /** Returns the addresses of all servers and of the Sentinels, for those who reach them otherwise. */
    public List<InetSocketAddress> addresses() {
        List<InetSocketAddress> all = new ArrayList<>(servers.addresses());
        sentinels.forEach(sentinel -> all.add(InetSocketAddress.createUnresolved(sentinel.host(), sentinel.port())));
        return all;
    }

    /** Kills all and removes their temporary files. Idempotent. */
    @Override
    public void close() {
        sentinels.forEach(RedisServer::close);
        servers.close();
    }

    @Override
    public String toString() {
        return servers + " watched by Sentinels on " + sentinelHosts();
    }
}
