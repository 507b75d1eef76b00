package io.lockspi.redlock;

import io.lockspi.LockConfig;
import io.lockspi.LockConfigurationException;
import io.lockspi.redis.node.NodeOptions;
import io.lockspi.redis.node.TlsOptions;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a configuration says to this back end, checked. Immutable; its text holds no password.
 *
 * @param nodes how to reach each server
 * @param prefix what all keys and channels begin with
 * @param nodeTimeout how long one server is waited for
 * @param maxLease the longest lease, and how long a server that restarted grants nothing; zero if servers never forget
 */
record RedlockOptions(List<NodeOptions> nodes, String prefix, Duration nodeTimeout, Duration maxLease) {
    static final String NODE_TIMEOUT = "nodeTimeout";
    static final String RESTART = "restart";
    static final String MAX_LEASE = "maxLease";
    private static final String SERVE = "serve";
    private static final String QUARANTINE = "quarantine";

    /** The names of the URI options, beside the engine's. */
    static final Set<String> NAMES = names();

    private static Set<String> names() {
        Set<String> names = new HashSet<>(TlsOptions.NAMES);
        names.addAll(Set.of(
                NodeOptions.PREFIX,
                NodeOptions.CONNECTIONS,
                NodeOptions.CONNECT_TIMEOUT,
                NodeOptions.CLIENT_NAME,
                NODE_TIMEOUT,
                RESTART,
                MAX_LEASE));
        return Set.copyOf(names);
    }

    static RedlockOptions read(LockConfig config) {
        List<NodeOptions> nodes = hosts(config).stream()
                .map(host -> NodeOptions.read(config, host, RedlockProvider.TLS_ALIAS))
                .toList();
        if (nodes.stream().map(NodeOptions::host).distinct().count() < nodes.size()) {
            throw new LockConfigurationException("algorithm 'redlock' got a host twice in "
                    + nodes.stream().map(NodeOptions::host).toList() + "; name independent servers");
        }
        Duration nodeTimeout = config.duration(NODE_TIMEOUT, Duration.ofMillis(50));
        if (nodeTimeout.toMillis() < 1) {
            throw new LockConfigurationException("option 'nodeTimeout' must be at least 1ms");
        }
        return new RedlockOptions(nodes, NodeOptions.prefix(config, "lockspi:redlock"), nodeTimeout, maxLease(config));
    }

    private static List<LockConfig.Host> hosts(LockConfig config) {
        int count = config.hosts().size();
        if (count < 3 || count % 2 == 0) {
            throw new LockConfigurationException("algorithm '" + config.algorithm() + "' got " + count
                    + " hosts; it needs an odd number of independent servers, at least 3, such as"
                    + " redlock://a:6379,b:6379,c:6379");
        }
        return config.hosts();
    }

    private static Duration maxLease(LockConfig config) {
        String restart = config.option(RESTART).orElse(QUARANTINE);
        if (restart.equals(SERVE)) {
            if (config.option(MAX_LEASE).isPresent()) {
                throw new LockConfigurationException(
                        "option 'maxLease' means nothing with 'restart=serve'; leave it out");
            }
            return Duration.ZERO;
        }
        if (!restart.equals(QUARANTINE)) {
            throw new LockConfigurationException("option 'restart' is '" + restart
                    + "'; it takes quarantine, or serve if every server writes to its disk before it answers"
                    + " (appendfsync always)");
        }
        Duration longest = config.duration(MAX_LEASE, Duration.ofSeconds(60));
        if (config.duration("lease", Duration.ofSeconds(30)).compareTo(longest) > 0) {
            throw new LockConfigurationException("option 'lease' is longer than 'maxLease', which is "
                    + longest.toMillis() + " ms; no claim may outlive the quarantine");
        }
        return longest;
    }

    /** Whether a claim of this lease could outlive the quarantine. */
    boolean refuses(Duration lease) {
        return !maxLease.isZero() && lease.compareTo(maxLease) > 0;
    }

    /** The longest lease as scripts take it; 0 if there is no quarantine. */
    String maxLeaseMillis() {
        return Long.toString(maxLease.toMillis());
    }

    /** The servers, for people. */
    String where() {
        return "redlock of " + nodes.stream().map(NodeOptions::where).toList();
    }

    @Override
    public String toString() {
        return where();
    }
}
