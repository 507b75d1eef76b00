package io.lockspi.redis.node;

import io.lockspi.LockConfig;
import io.lockspi.LockConfigurationException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How the servers that keep the locks belong together, and by which of them they are found. Immutable; its text holds no
 * password.
 *
 * @param kind how they belong together
 * @param hosts the servers that the URI names: Sentinels for {@link Kind#SENTINEL}
 * @param masterName the name under which Sentinels know the master, or {@code null}
 * @param sentinel how to reach Sentinels, with the first of the hosts; {@code null} unless there are any
 */
public record Topology(
        Kind kind,
        List<LockConfig.Host> hosts,
        @Nullable String masterName,
        @Nullable NodeOptions sentinel) {
    /** The option that names the kind. */
    public static final String TOPOLOGY = "topology";
    /** The option with the master's name. */
    public static final String MASTER_NAME = "masterName";
    /** The option with the ACL user of the Sentinels. */
    public static final String SENTINEL_USER = "sentinelUser";
    /** The option with the password of the Sentinels. */
    public static final String SENTINEL_PASSWORD = "sentinelPassword";
    /** The option that says whether Sentinels are asked over TLS. */
    public static final String SENTINEL_TLS = "sentinelTls";

    /** All of them. */
    public static final Set<String> NAMES =
            Set.of(TOPOLOGY, MASTER_NAME, SENTINEL_USER, SENTINEL_PASSWORD, SENTINEL_TLS);

    private static final Set<String> OF_SENTINELS = Set.of(MASTER_NAME, SENTINEL_USER, SENTINEL_PASSWORD, SENTINEL_TLS);
    private static final int SENTINEL_PORT = 26379;

    /** How servers belong together. */
    public enum Kind {
        /** One server. */
        SINGLE,
        /** A master and its replicas, all of them named; who is the master is asked of themselves. */
        REPLICAS,
        /** A master and its replicas, watched by Sentinels, which are named and asked for the master. */
        SENTINEL,
        /** A Redis Cluster, some of whose servers are named. */
        CLUSTER;

        /** The option's value. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Reads the options.
     *
     * @param config what the application asked for
     * @param node how to reach a server; its host does not count
     * @param tlsScheme the scheme that stands for TLS
     * @return the topology
     * @throws LockConfigurationException if something is missing or refused
     */
    public static Topology read(LockConfig config, NodeOptions node, String tlsScheme) {
        Kind kind = kind(config);
        int port = kind == Kind.SENTINEL ? SENTINEL_PORT : NodeOptions.DEFAULT_PORT;
        List<LockConfig.Host> hosts =
                config.hosts().stream().map(host -> host.withDefaultPort(port)).toList();
        checkHosts(config, kind, hosts);
        if (kind != Kind.SENTINEL) {
            refuse(config, OF_SENTINELS, "topology=sentinel");
            if (kind == Kind.CLUSTER && node.database() != 0) {
                throw new LockConfigurationException(
                        "database " + node.database() + " was asked of a cluster, which has only database 0");
            }
            return new Topology(kind, hosts, null, null);
        }
        String name = config.option(MASTER_NAME)
                .orElseThrow(() -> new LockConfigurationException("topology=sentinel needs the option '" + MASTER_NAME
                        + "', the name under which the Sentinels know the master"));
        return new Topology(kind, hosts, name, sentinel(config, node, hosts.get(0), tlsScheme));
    }

    private static Kind kind(LockConfig config) {
        String text = config.option(TOPOLOGY).orElse("single");
        for (Kind kind : Kind.values()) {
            if (kind.text().equals(text)) {
                return kind;
            }
        }
        throw new LockConfigurationException(
                "option " + TOPOLOGY + "='" + text + "' is refused; it takes single, replicas, sentinel or cluster");
    }

    private static void checkHosts(LockConfig config, Kind kind, List<LockConfig.Host> hosts) {
        if (hosts.isEmpty()) {
            throw new LockConfigurationException(
                    "algorithm '" + config.algorithm() + "' needs a host, such as redis://localhost:6379");
        }
        if (kind == Kind.SINGLE && hosts.size() > 1) {
            throw new LockConfigurationException("algorithm '" + config.algorithm() + "' got several hosts, " + hosts
                    + "; say how they belong together with topology=replicas, sentinel or cluster, or name one");
        }
        if (Set.copyOf(hosts).size() < hosts.size()) {
            throw new LockConfigurationException(
                    "algorithm '" + config.algorithm() + "' got a host twice in " + hosts + "; name each once");
        }
    }

    private static void refuse(LockConfig config, Set<String> names, String needed) {
        for (String name : config.options().keySet()) {
            if (names.contains(name)) {
                throw new LockConfigurationException("option '" + name + "' means something only with " + needed);
            }
        }
    }

    private static NodeOptions sentinel(LockConfig config, NodeOptions node, LockConfig.Host host, String tlsScheme) {
        boolean tls = config.bool(SENTINEL_TLS, node.tls() != null);
        if (tls && node.tls() == null) {
            throw new LockConfigurationException("option '" + SENTINEL_TLS
                    + "' needs TLS for the servers too; begin the" + " URI with " + tlsScheme + "://");
        }
        return new NodeOptions(
                host,
                config.option(SENTINEL_USER).orElse(null),
                config.option(SENTINEL_PASSWORD).orElse(null),
                0,
                1,
                node.connectTimeout(),
                node.clientName(),
                tls ? node.tls() : null);
    }

    /** The servers, for people. */
    public String where(NodeOptions node) {
        if (kind == Kind.SINGLE) {
            return node.where();
        }
        String scheme = node.tls() == null ? "redis://" : "rediss://";
        String names = hosts.stream().map(LockConfig.Host::toString).collect(Collectors.joining(","));
        return scheme + names + (node.database() == 0 ? "" : "/" + node.database()) + "?" + TOPOLOGY + "=" + kind.text()
                + (masterName == null ? "" : "&" + MASTER_NAME + "=" + masterName);
    }

    @Override
    public String toString() {
        return kind.text() + " of " + hosts;
    }
}
