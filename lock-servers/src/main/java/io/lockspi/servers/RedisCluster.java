package io.lockspi.servers;

import io.lockspi.tck.NodeFaults;
import io.lockspi.tck.fault.FaultProxy;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A Redis Cluster of three masters which share all slots, each with a replica or without, each server behind a proxy at
 * whose port the others' replicas and the clients reach it. They never outlive this JVM. Processes of this machine only.
 * Thread-safe.
 */
public final class RedisCluster implements AutoCloseable {
    /** How many slots there are. */
    public static final int SLOTS = 16_384;

    private static final int MASTERS = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(40);
    /** A replica gives its attempt up after 5 s, when the others have not voted. */
    private static final Duration FAILOVER_PATIENCE = Duration.ofSeconds(6);

    private static final int FAILOVER_ATTEMPTS = 5;
    /** Long enough for a busy machine, on which servers may have to wait for their turn. */
    private static final Duration NODE_TIMEOUT = Duration.ofSeconds(2);

    private final List<GatedRedis> nodes = new ArrayList<>();
    private final Map<RedisServer, String> ids = new HashMap<>();

    private RedisCluster() {}

    /**
     * Starts a cluster that forgets data when a server is killed, but not who is in it.
     *
     * @param withReplicas whether each master has a replica
     * @throws ServerStartException if one cannot be started; none runs then
     */
    public static RedisCluster start(boolean withReplicas) {
        return start(withReplicas, builder -> builder);
    }

    /**
     * Starts a cluster.
     *
     * @param withReplicas whether each master has a replica
     * @param settings makes the settings of each server
     * @throws ServerStartException if one cannot be started; none runs then
     */
    public static RedisCluster start(boolean withReplicas, UnaryOperator<RedisServerBuilder> settings) {
        RedisCluster cluster = new RedisCluster();
        try {
            for (int i = 0; i < (withReplicas ? 2 * MASTERS : MASTERS); i++) {
                cluster.add(settings);
            }
            cluster.form();
            return cluster;
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private void add(UnaryOperator<RedisServerBuilder> settings) {
        int port = Ports.freeWithBus();
        GatedRedis node = GatedRedis.start(
                port,
                settings,
                announced -> List.of(
                        "cluster-enabled yes",
                        // Beside the data, so that a server that comes back without them still knows the others.
                        "cluster-config-file ../nodes.conf",
                        "cluster-node-timeout " + NODE_TIMEOUT.toMillis(),
                        "cluster-announce-ip 127.0.0.1",
                        "cluster-announce-port " + announced,
                        "cluster-announce-bus-port " + (port + Ports.BUS_OFFSET),
                        "repl-diskless-sync-delay 0"));
        nodes.add(node);
        ids.put(node.server(), String.valueOf(node.server().command("CLUSTER", "MYID")));
    }

    private void form() {
        GatedRedis first = nodes.get(0);
        for (int i = 0; i < nodes.size(); i++) {
            RedisServer server = nodes.get(i).server();
            server.command("CLUSTER", "SET-CONFIG-EPOCH", Integer.toString(i + 1));
            if (i < MASTERS) {
                server.command(addSlots(i * SLOTS / MASTERS, (i + 1) * SLOTS / MASTERS));
            }
            if (i > 0) {
                String bus = Integer.toString(first.server().port() + Ports.BUS_OFFSET);
                server.command("CLUSTER", "MEET", "127.0.0.1", Integer.toString(first.port()), bus);
            }
        }
        String size = Integer.toString(nodes.size());
        await(
                "all servers of the cluster know one another",
                () -> servers().stream()
                        .allMatch(server -> info(server, "cluster_known_nodes").equals(size)));
        for (int i = MASTERS; i < nodes.size(); i++) {
            nodes.get(i)
                    .server()
                    .command("CLUSTER", "REPLICATE", id(nodes.get(i - MASTERS).server()));
        }
        awaitServing();
    }

    private static String[] addSlots(int from, int to) {
        return Stream.concat(
                        Stream.of("CLUSTER", "ADDSLOTS"),
                        IntStream.range(from, to).mapToObj(Integer::toString))
                .toArray(String[]::new);
    }

    private static String info(RedisServer server, String field) {
        return RedisInfo.field(String.valueOf(server.command("CLUSTER", "INFO")), field);
    }

    private static void await(String what, BooleanSupplier condition) {
        Patience.await(PATIENCE, what, condition);
    }

    /** Waits until every server that runs finds all slots served, and its replication in order. */
    public void awaitServing() {
        await(
                "the cluster serves all slots",
                () -> servers().stream()
                        .filter(RedisServer::isRunning)
                        .allMatch(server -> info(server, "cluster_state").equals("ok")
                                && RedisRole.of(server).connected()));
    }

    /** Returns all servers, first those that were the masters when it started, then their replicas in the same order. */
    public List<RedisServer> servers() {
        return nodes.stream().map(GatedRedis::server).toList();
    }

    /** Returns {@code host:port} of the servers that were the masters when it started. */
    public String hosts() {
        return nodes.stream().limit(MASTERS).map(GatedRedis::toString).collect(Collectors.joining(","));
    }

    /** Returns the addresses of all servers, for those who reach them otherwise. */
    public List<InetSocketAddress> addresses() {
        return nodes.stream().map(GatedRedis::address).toList();
    }

    /** Returns the proxy by which clients and other servers reach a server. */
    public FaultProxy proxy(RedisServer server) {
        return node(server).proxy();
    }

    private GatedRedis node(RedisServer server) {
        return nodes.stream()
                .filter(node -> node.server() == server)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(server + " is none of " + this));
    }

    private String id(RedisServer server) {
        return Objects.requireNonNull(ids.get(server));
    }

    /** Returns the slot of a key. */
    public int slot(String key) {
        return Integer.parseInt(String.valueOf(anyRunning().command("CLUSTER", "KEYSLOT", key)));
    }

    private RedisServer anyRunning() {
        return servers().stream().filter(RedisServer::isRunning).findFirst().orElseThrow();
    }

    /** Returns the server that owns a slot in its own eyes; the one with the newest claim if there are two; null if none. */
    public @Nullable RedisServer owner(int slot) {
        RedisServer newest = null;
        for (RedisServer server : servers()) {
            if (ownsAsMaster(server, slot) && (newest == null || epoch(server) > epoch(newest))) {
                newest = server;
            }
        }
        return newest;
    }

    private static long epoch(RedisServer server) {
        return Long.parseLong(info(server, "cluster_my_epoch"));
    }

    private static boolean ownsAsMaster(RedisServer server, int slot) {
        try {
            return server.isRunning()
                    && String.valueOf(server.command("CLUSTER", "NODES"))
                            .lines()
                            .filter(line -> line.contains("myself,master"))
                            .anyMatch(line -> covers(line, slot));
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    /** Whether a line of CLUSTER NODES lists a slot, behind eight fields of other kinds. */
    private static boolean covers(String line, int slot) {
        String[] words = line.split(" ", -1);
        for (int i = 8; i < words.length; i++) {
            String[] ends = words[i].split("-", -1);
            boolean isRange = !words[i].startsWith("[");
            if (isRange && Integer.parseInt(ends[0]) <= slot && slot <= Integer.parseInt(ends[ends.length - 1])) {
                return true;
            }
        }
        return false;
    }

    /** Returns a server that was a master when it started and does not own the slot. */
    public RedisServer masterWithout(int slot) {
        RedisServer owner = owner(slot);
        return servers().stream()
                .filter(server -> server.isRunning() && server != owner)
                .filter(server -> RedisRole.of(server).master())
                .findFirst()
                .orElseThrow();
    }

    /** Moves a slot with its keys to another master, in the three steps of {@link SlotMove}. */
    public void moveSlot(int slot, RedisServer to) {
        SlotMove move = beginMove(slot, to);
        move.moveKeys();
        move.finish();
    }

    /** Begins to move a slot: from now on keys that its owner does not have are asked for at the new owner. */
    public SlotMove beginMove(int slot, RedisServer to) {
        RedisServer from = Objects.requireNonNull(owner(slot), "a slot without a master cannot move");
        String number = Integer.toString(slot);
        to.command("CLUSTER", "SETSLOT", number, "IMPORTING", id(from));
        from.command("CLUSTER", "SETSLOT", number, "MIGRATING", id(to));
        return new SlotMove(slot, from, to);
    }

    /** A slot on its way from one master to another. */
    public final class SlotMove {
        private static final String BATCH = "100";

        private final String slot;
        private final RedisServer from;
        private final RedisServer to;

        private SlotMove(int slot, RedisServer from, RedisServer to) {
            this.slot = Integer.toString(slot);
            this.from = from;
            this.to = to;
        }

        /** Moves the keys that are there now. */
        public void moveKeys() {
            List<?> keys = keysInSlot();
            while (!keys.isEmpty()) {
                keys.forEach(key -> moveKey(String.valueOf(key)));
                keys = keysInSlot();
            }
        }

        private List<?> keysInSlot() {
            return (List<?>) Objects.requireNonNull(from.command("CLUSTER", "GETKEYSINSLOT", slot, BATCH));
        }

        /** Moves one key. */
        public void moveKey(String key) {
            from.command("MIGRATE", to.host(), Integer.toString(to.port()), key, "0", "5000");
        }

        /** Makes the new master the owner in everybody's eyes. */
        public void finish() {
            to.command("CLUSTER", "SETSLOT", slot, "NODE", id(to));
            from.command("CLUSTER", "SETSLOT", slot, "NODE", id(to));
            int number = Integer.parseInt(slot);
            await("the slot belongs to its new owner", () -> !ownsAsMaster(from, number) && ownsAsMaster(to, number));
        }
    }

    /** Has the replica of a master take its place though it is well; returns the new one. */
    public RedisServer failOver(RedisServer master) {
        RedisServer replica = replicaOf(master);
        boolean done = false;
        for (int attempt = 0; attempt < FAILOVER_ATTEMPTS && !done; attempt++) {
            replica.command("CLUSTER", "FAILOVER");
            done = Patience.holds(
                    FAILOVER_PATIENCE,
                    () -> RedisRole.of(replica).master()
                            && !RedisRole.of(master).master());
        }
        if (!done) {
            throw new IllegalStateException(
                    replica + " did not take the place of " + master + " in " + FAILOVER_ATTEMPTS + " attempts");
        }
        awaitServing();
        return replica;
    }

    /** Waits until another server serves the slot, and returns it. */
    public RedisServer awaitOwnerOtherThan(int slot, RedisServer old) {
        await("slot " + slot + " belongs to a server other than " + old, () -> {
            RedisServer owner = owner(slot);
            return owner != null && owner != old;
        });
        return Objects.requireNonNull(owner(slot));
    }

    /** Returns a server that replicates a master. */
    public RedisServer replicaOf(RedisServer master) {
        int port = node(master).port();
        return servers().stream()
                .filter(server -> server.isRunning() && RedisRole.of(server).masterPort() == port)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(master + " has no replica"));
    }

    /** All servers as the kit's nodes. */
    public NodeFaults nodes() {
        return new RedisNodes(servers(), this::awaitServing);
    }

    /** Kills all and removes their temporary files. Idempotent. */
    @Override
    public void close() {
        nodes.forEach(GatedRedis::close);
    }

    @Override
    public String toString() {
        return "Redis Cluster on " + hosts();
    }
}
