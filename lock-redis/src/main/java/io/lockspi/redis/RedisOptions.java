package io.lockspi.redis;

import io.lockspi.LockConfig;
import io.lockspi.LockConfigurationException;
import io.lockspi.redis.node.NodeOptions;
import io.lockspi.redis.node.TlsOptions;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RedissonClient;

/**
 * What a {@link LockConfig} says to this back end, checked. Immutable; its text holds no password.
 *
 * @param node how to reach the server, or {@code null} if the application's own client is used
 * @param prefix what all keys and channels begin with
 * @param reassert whether a renewal brings a claim back that a new master does not know
 * @param quarantine what to do after a restart of the server, or {@code null} for nothing
 */
record RedisOptions(
        @Nullable NodeOptions node,
        String prefix,
        boolean reassert,
        @Nullable Quarantine quarantine) {

    static final String REASSERT = "reassert";

    /** The names of the URI options, beside the engine's. */
    static final Set<String> NAMES = Set.of(
            NodeOptions.PREFIX,
            NodeOptions.CONNECTIONS,
            NodeOptions.CONNECT_TIMEOUT,
            NodeOptions.CLIENT_NAME,
            REASSERT,
            Quarantine.RESTART,
            Quarantine.MAX_LEASE,
            TlsOptions.TRUST_STORE,
            TlsOptions.TRUST_STORE_PASSWORD,
            TlsOptions.KEY_STORE,
            TlsOptions.KEY_STORE_PASSWORD,
            TlsOptions.VERIFY_HOSTNAME);

    /** The host that stands for the application's client, whose own configuration counts. */
    private static final LockConfig.Host OF_THE_CLIENT = new LockConfig.Host("of-the-client", 0);

    static RedisOptions read(LockConfig config) {
        boolean ownClient = config.attachment(RedissonClient.class).isPresent();
        LockConfig.Host host = ownClient ? OF_THE_CLIENT : host(config);
        // Read in any case, so that what cannot be is always refused.
        NodeOptions node = NodeOptions.read(config, host, RedisLockProvider.TLS_ALIAS);
        return new RedisOptions(
                ownClient ? null : node,
                NodeOptions.prefix(config, "lockspi"),
                reassert(config),
                Quarantine.read(config));
    }

    private static boolean reassert(LockConfig config) {
        String wanted = config.option(REASSERT).orElse("on");
        if (!wanted.equals("on") && !wanted.equals("off")) {
            throw new LockConfigurationException("option '" + REASSERT + "' is '" + wanted
                    + "'; it takes on (a holder brings its claim back to a new master that does not know it) or off");
        }
        return wanted.equals("on");
    }

    private static LockConfig.Host host(LockConfig config) {
        List<LockConfig.Host> hosts = config.hosts();
        if (hosts.isEmpty()) {
            throw new LockConfigurationException(
                    "algorithm '" + config.algorithm() + "' needs a host, such as redis://localhost:6379");
        }
        if (hosts.size() > 1) {
            throw new LockConfigurationException("algorithm '" + config.algorithm() + "' got " + hosts.size()
                    + " hosts, " + hosts + "; several hosts are not supported yet, name the master only");
        }
        return hosts.get(0);
    }

    /** The server, for people. */
    String where() {
        return node == null ? "redis by the application's client" : node.where();
    }

    @Override
    public String toString() {
        return where();
    }
}
