package io.lockspi.redis;

import io.lockspi.LockConfig;
import io.lockspi.LockConfigurationException;
import io.lockspi.redis.node.NodeOptions;
import io.lockspi.redis.node.ReplicaDemand;
import io.lockspi.redis.node.TlsOptions;
import io.lockspi.redis.node.Topology;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RedissonClient;

/**
 * What a {@link LockConfig} says to this back end, checked. Immutable; its text holds no password.
 *
 * @param node how to reach the first server, and but for the host all of them; {@code null} if the application's own client
 *     is used
 * @param topology how the servers belong together; {@code null} if the application's own client is used
 * @param prefix what all keys and channels begin with
 * @param failsOver whether another server may take the master's place
 * @param reassert whether a renewal brings a claim back that a new master does not know
 * @param quarantine what to do after a restart of the server, or {@code null} for nothing
 * @param replicas how many replicas must confirm a claim
 */
record RedisOptions(
        @Nullable NodeOptions node,
        @Nullable Topology topology,
        String prefix,
        boolean failsOver,
        boolean reassert,
        @Nullable Quarantine quarantine,
        ReplicaDemand replicas) {

    static final String REASSERT = "reassert";

    /** The names of the URI options, beside the engine's. */
    static final Set<String> NAMES = names();

    /** The host that stands for the application's client, whose own configuration counts. */
    private static final LockConfig.Host OF_THE_CLIENT = new LockConfig.Host("of-the-client", 0);

    private static Set<String> names() {
        Set<String> names = new HashSet<>(TlsOptions.NAMES);
        names.addAll(Topology.NAMES);
        names.addAll(Set.of(
                NodeOptions.PREFIX,
                NodeOptions.CONNECTIONS,
                NodeOptions.CONNECT_TIMEOUT,
                NodeOptions.CLIENT_NAME,
                ReplicaDemand.OPTION,
                REASSERT,
                Quarantine.RESTART,
                Quarantine.FAILOVER,
                Quarantine.MAX_LEASE));
        return Set.copyOf(names);
    }

    static RedisOptions read(LockConfig config) {
        boolean ownClient = config.attachment(RedissonClient.class).isPresent();
        LockConfig.Host first = ownClient || config.hosts().isEmpty()
                ? OF_THE_CLIENT
                : config.hosts().get(0);
        // Read in any case, so that what cannot be is always refused.
        NodeOptions node = NodeOptions.read(config, first, RedisLockProvider.TLS_ALIAS);
        Quarantine quarantine = Quarantine.read(config);
        boolean safe = quarantine != null && quarantine.failover();
        ReplicaDemand replicas = safe ? SafeFailover.replicas(config) : ReplicaDemand.read(config);
        String prefix = NodeOptions.prefix(config, "lockspi");
        if (ownClient) {
            SafeFailover.refuseForClient(safe);
            refuseForClient(config, replicas);
            boolean failsOver =
                    failsOver(config.attachment(RedissonClient.class).get());
            return new RedisOptions(null, null, prefix, failsOver, reassert(config, failsOver), quarantine, replicas);
        }
        Topology topology = Topology.read(config, node, RedisLockProvider.TLS_ALIAS);
        boolean failsOver = topology.kind() != Topology.Kind.SINGLE || !replicas.isNone();
        if (safe) {
            SafeFailover.check(topology);
        }
        checkReplicas(topology, replicas);
        if (topology.kind() == Topology.Kind.CLUSTER && quarantine != null) {
            throw new LockConfigurationException(
                    "'" + Quarantine.RESTART + "=quarantine' is not possible on a cluster: what"
                            + " a server knows of its restarts would have to be in every slot");
        }
        boolean reassert = reassert(config, failsOver);
        return new RedisOptions(node, topology, prefix, failsOver, reassert, quarantine, replicas);
    }

    private static boolean failsOver(RedissonClient client) {
        return !client.getConfig().isSingleConfig();
    }

    /** Whether the scripts are to ask which master they run on, which costs some microseconds. */
    boolean asksForEpoch() {
        return failsOver || reassert;
    }

    /** By default only where servers take each other's place: elsewhere it costs something and brings little. */
    private static boolean reassert(LockConfig config, boolean failsOver) {
        String wanted = config.option(REASSERT).orElse(failsOver ? "on" : "off");
        if (!wanted.equals("on") && !wanted.equals("off")) {
            throw new LockConfigurationException("option '" + REASSERT + "' is '" + wanted
                    + "'; it takes on (a holder brings its claim back to a new master that does not know it) or off");
        }
        return wanted.equals("on");
    }

    private static void refuseForClient(LockConfig config, ReplicaDemand replicas) {
        for (String name : config.options().keySet()) {
            if (Topology.NAMES.contains(name)) {
                throw new LockConfigurationException(
                        "option '" + name + "' means nothing with the application's client, which knows the servers");
            }
        }
        if (!replicas.isNone()) {
            throw new LockConfigurationException("option '" + replicas + "' needs own connections: the pool of the"
                    + " application's client may send the script and the wait over different ones");
        }
    }

    private static void checkReplicas(Topology topology, ReplicaDemand replicas) {
        if (topology.kind() == Topology.Kind.SINGLE && replicas.kind() != ReplicaDemand.Kind.NUMBER) {
            throw new LockConfigurationException("option '" + replicas
                    + "' needs topology=replicas, sentinel or cluster, which tell how many replicas there are; or name a"
                    + " number");
        }
        int known = topology.hosts().size() - 1;
        if (topology.kind() == Topology.Kind.REPLICAS && !replicas.isMetBy(known)) {
            throw new LockConfigurationException("option '" + replicas + "' cannot be met: " + topology.hosts()
                    + " are a master and " + known + " replicas; name more servers, or ask for fewer");
        }
    }

    /** The servers, for people. */
    String where() {
        return node == null || topology == null ? "redis by the application's client" : topology.where(node);
    }

    @Override
    public String toString() {
        return where();
    }
}
