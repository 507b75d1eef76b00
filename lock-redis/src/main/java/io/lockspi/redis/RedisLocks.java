package io.lockspi.redis;

import io.lockspi.LockConfig;
import io.lockspi.redis.node.NodeOptions;
import io.lockspi.redis.node.ReplicaDemand;
import io.lockspi.redis.node.TlsOptions;
import io.lockspi.redis.node.Topology;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RedissonClient;

/**
 * Configurations for locks on one Redis, for those who prefer methods to a URI. Immutable; every method returns a changed
 * copy. Values are checked when the service is opened.
 *
 * <pre>{@code
 * LockService locks = LockService.open(RedisLocks.at("cache.example.org", 6379).password(secret).config());
 * }</pre>
 */
public final class RedisLocks {
    private final LockConfig config;

    private RedisLocks(LockConfig config) {
        this.config = config;
    }

    /**
     * A server.
     *
     * @param host its name or address; an IPv6 address without brackets
     * @param port its port, usually 6379
     * @return a configuration with nothing else set
     */
    public static RedisLocks at(String host, int port) {
        LockConfig config = LockConfig.ofAlgorithm(RedisLockProvider.ALGORITHM);
        return new RedisLocks(config.withHosts(List.of(new LockConfig.Host(host, port))));
    }

    /**
     * A server, asked over TLS.
     *
     * @param host its name, as in its certificate
     * @param port its port
     * @return a configuration with nothing else set
     */
    public static RedisLocks overTls(String host, int port) {
        LockConfig config = LockConfig.ofAlgorithm(RedisLockProvider.TLS_ALIAS);
        return new RedisLocks(config.withHosts(List.of(new LockConfig.Host(host, port))));
    }

    /**
     * A master and its replicas, which are asked themselves who of them is the master.
     *
     * @param servers all of them, in any order
     * @return a configuration with nothing else set
     */
    public static RedisLocks withReplicas(List<LockConfig.Host> servers) {
        return topology(Topology.Kind.REPLICAS, servers);
    }

    /**
     * A master and its replicas, watched by Sentinels, which are asked for the master.
     *
     * @param masterName the name under which the Sentinels know the master
     * @param sentinels the Sentinels, usually port 26379
     * @return a configuration with nothing else set
     */
    public static RedisLocks watchedBy(String masterName, List<LockConfig.Host> sentinels) {
        return topology(Topology.Kind.SENTINEL, sentinels).option(Topology.MASTER_NAME, masterName);
    }

    /**
     * A Redis Cluster.
     *
     * @param servers some of its servers
     * @return a configuration with nothing else set
     */
    public static RedisLocks inCluster(List<LockConfig.Host> servers) {
        return topology(Topology.Kind.CLUSTER, servers);
    }

    private static RedisLocks topology(Topology.Kind kind, List<LockConfig.Host> hosts) {
        LockConfig config = LockConfig.ofAlgorithm(RedisLockProvider.ALGORITHM);
        return new RedisLocks(config.withHosts(hosts)).option(Topology.TOPOLOGY, kind.text());
    }

    /**
     * The same servers, asked over TLS.
     *
     * @return a changed copy
     */
    public RedisLocks encrypted() {
        LockConfig changed = LockConfig.ofAlgorithm(RedisLockProvider.TLS_ALIAS).withHosts(config.hosts());
        changed = changed.withCredentials(
                config.user().orElse(null), config.password().orElse(null));
        changed = changed.withPath(config.path());
        for (Map.Entry<String, String> option : config.options().entrySet()) {
            changed = changed.withOption(option.getKey(), option.getValue());
        }
        Optional<RedisAddresses> addresses = config.attachment(RedisAddresses.class);
        return new RedisLocks(
                addresses.isEmpty() ? changed : changed.withAttachment(RedisAddresses.class, addresses.get()));
    }

    /**
     * Who the Sentinels are told to be talking to; without it they are asked without a password.
     *
     * @param user the ACL user, or {@code null} for the default user
     * @param password the Sentinels' own password, which is not that of the servers
     * @return a changed copy
     */
    public RedisLocks sentinelCredentials(@Nullable String user, String password) {
        RedisLocks changed = option(Topology.SENTINEL_PASSWORD, password);
        return user == null ? changed : changed.option(Topology.SENTINEL_USER, user);
    }

    /**
     * How many replicas must confirm a claim before it counts, and every renewal.
     *
     * @param wanted a number, {@code majority} or {@code all}; {@code 0} unless set
     * @return a changed copy
     */
    public RedisLocks replicas(String wanted) {
        return option(ReplicaDemand.OPTION, wanted);
    }

    /**
     * How servers are reached whose addresses, as Sentinels and other servers tell them, are not reachable from here.
     *
     * @param addresses translates each address, those of this configuration as well
     * @return a changed copy
     */
    public RedisLocks addresses(RedisAddresses addresses) {
        return new RedisLocks(config.withAttachment(RedisAddresses.class, addresses));
    }

    /**
     * The application's own client. It is never closed by the lock service, and decides about servers, credentials and
     * connections. Its pool may send requests in another order than they were made, which costs nothing but a marker key
     * after an attempt without an answer.
     *
     * @param client the client; its retries do not apply to locks
     * @return a complete configuration
     */
    public static LockConfig using(RedissonClient client) {
        return LockConfig.ofAlgorithm(RedisLockProvider.ALGORITHM).withAttachment(RedissonClient.class, client);
    }

    /**
     * The password of the default user.
     *
     * @param password the password
     * @return a changed copy
     */
    public RedisLocks password(String password) {
        return credentials(null, password);
    }

    /**
     * An ACL user.
     *
     * @param user the user's name, or {@code null} for the default user
     * @param password the password
     * @return a changed copy
     */
    public RedisLocks credentials(@Nullable String user, String password) {
        return new RedisLocks(config.withCredentials(user, password));
    }

    /**
     * The database.
     *
     * @param number 0 unless set
     * @return a changed copy
     */
    public RedisLocks database(int number) {
        return new RedisLocks(config.withPath(Integer.toString(number)));
    }

    /**
     * What all keys and channels begin with; services with different prefixes do not see each other's locks.
     *
     * @param prefix {@code lockspi} unless set; without braces and blanks
     * @return a changed copy
     */
    public RedisLocks prefix(String prefix) {
        return option(NodeOptions.PREFIX, prefix);
    }

    /**
     * How many connections carry requests.
     *
     * @param count 1 unless set, at most 16
     * @return a changed copy
     */
    public RedisLocks connections(int count) {
        return option(NodeOptions.CONNECTIONS, Integer.toString(count));
    }

    /**
     * How long one connection attempt may take.
     *
     * @param timeout 3 seconds unless set; whole milliseconds
     * @return a changed copy
     */
    public RedisLocks connectTimeout(Duration timeout) {
        return option(NodeOptions.CONNECT_TIMEOUT, timeout.toMillis() + "ms");
    }

    /**
     * Makes a server that has restarted grant nothing until every claim that it may have forgotten is over.
     *
     * @param maxLease the longest lease of any claim of this prefix; the same in every client
     * @return a changed copy
     * @see RedisQuarantine
     */
    public RedisLocks quarantineAfterRestart(Duration maxLease) {
        return option(Quarantine.RESTART, "quarantine").option(Quarantine.MAX_LEASE, maxLease.toMillis() + "ms");
    }

    /**
     * Whether a renewal brings its claim back to a master that does not know it, after a failover or a restart.
     *
     * @param on true unless set where servers take each other's place, false on one server
     * @return a changed copy
     */
    public RedisLocks reassert(boolean on) {
        return option(RedisOptions.REASSERT, on ? "on" : "off");
    }

    /**
     * Makes a failover safe: a master that was promoted grants nothing until every claim that it may not know is over, and
     * a claim counts once two of the three servers have it. For a master with two replicas.
     *
     * @param maxLease the longest lease of any claim of this prefix; the same in every client
     * @return a changed copy
     * @see RedisQuarantine
     */
    public RedisLocks safeFailover(Duration maxLease) {
        return option(Quarantine.FAILOVER, "safe").option(Quarantine.MAX_LEASE, maxLease.toMillis() + "ms");
    }

    /**
     * The certificates to trust, for a server asked over TLS.
     *
     * @param file a PKCS12 or JKS file, read with the first request
     * @param password its password, or {@code null}
     * @return a changed copy
     */
    public RedisLocks trustStore(Path file, @Nullable String password) {
        RedisLocks changed = option(TlsOptions.TRUST_STORE, file.toString());
        return password == null ? changed : changed.option(TlsOptions.TRUST_STORE_PASSWORD, password);
    }

    /**
     * Any option, the engine's as well.
     *
     * @param name the option's name
     * @param value its text as in a URI, not percent-encoded
     * @return a changed copy
     */
    public RedisLocks option(String name, String value) {
        return new RedisLocks(config.withOption(name, value));
    }

    /**
     * The finished configuration.
     *
     * @return for {@link io.lockspi.LockService#open(LockConfig)}
     */
    public LockConfig config() {
        return config;
    }

    /**
     * The configuration as a URI, with all passwords masked.
     *
     * @return for people
     */
    @Override
    public String toString() {
        LockConfig shown = config;
        for (String secret :
                List.of(TlsOptions.TRUST_STORE_PASSWORD, TlsOptions.KEY_STORE_PASSWORD, Topology.SENTINEL_PASSWORD)) {
            shown = shown.option(secret).isPresent() ? shown.withOption(secret, "***") : shown;
        }
        return shown.toString();
    }
}
