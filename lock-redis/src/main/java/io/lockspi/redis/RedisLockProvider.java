package io.lockspi.redis;

import io.lockspi.spi.LockCapability;
import io.lockspi.spi.LockProvider;
import java.util.List;
import java.util.Set;

/**
 * Locks on one Redis, or on the master behind replicas, Sentinels or in a cluster: algorithm {@code redis}, with TLS
 * {@code rediss}. Redis 6.2 or newer; no data on the server survives for good, every key has an expiry.
 *
 * <p>URI: {@code redis://[user[:password]@]host[:port][,host[:port]...][/database][?option=value...]}; the port is 6379,
 * for Sentinels 26379, and the database 0 if absent. Options beside the engine's:
 *
 * <table>
 * <caption>Options</caption>
 * <tr><th>name</th><th>default</th><th>meaning</th></tr>
 * <tr><td>{@code prefix}</td><td>{@code lockspi}</td><td>what all keys and channels begin with</td></tr>
 * <tr><td>{@code connections}</td><td>1</td><td>1 to 16 connections for requests; those of one lock share one</td></tr>
 * <tr><td>{@code connectTimeout}</td><td>{@code 3s}</td><td>how long one connection attempt may take, a duration with
 * unit</td></tr>
 * <tr><td>{@code clientName}</td><td>none</td><td>what CLIENT LIST shows</td></tr>
 * <tr><td>{@code topology}</td><td>{@code single}</td><td>what the hosts are: {@code replicas} a master and its replicas,
 * {@code sentinel} Sentinels, {@code cluster} servers of a cluster</td></tr>
 * <tr><td>{@code masterName}</td><td>none</td><td>the master's name, if {@code topology=sentinel}</td></tr>
 * <tr><td>{@code sentinelUser}, {@code sentinelPassword}</td><td>none</td><td>who the Sentinels take this client for</td></tr>
 * <tr><td>{@code sentinelTls}</td><td>as the servers</td><td>whether the Sentinels are asked over TLS</td></tr>
 * <tr><td>{@code replicas}</td><td>0</td><td>how many replicas must confirm a claim and its renewals: a number,
 * {@code majority} or {@code all}</td></tr>
 * <tr><td>{@code reassert}</td><td>{@code on} with replicas, {@code off} on one server</td><td>a renewal brings its claim back to a master that has failed over or
 * restarted, does not know it, and has granted nothing later; {@code off}: the claim is lost then</td></tr>
 * <tr><td>{@code failover}</td><td>{@code plain}</td><td>{@code safe}: a server that was promoted grants nothing for
 * {@code maxLease}, and a claim counts once a majority has it; for a master with two replicas</td></tr>
 * <tr><td>{@code restart}</td><td>{@code serve}</td><td>{@code quarantine}: a server that has restarted grants nothing
 * for {@code maxLease} after its start, see {@link RedisQuarantine}</td></tr>
 * <tr><td>{@code maxLease}</td><td>{@code 60s}</td><td>the longest lease that is granted, if {@code restart=quarantine};
 * the same in every client</td></tr>
 * <tr><td>{@code trustStore}</td><td>the JDK's</td><td>TLS: file (PKCS12 or JKS) with the certificates to trust</td></tr>
 * <tr><td>{@code trustStorePassword}</td><td>none</td><td>TLS: its password</td></tr>
 * <tr><td>{@code keyStore}</td><td>none</td><td>TLS: file with the client's key and certificate</td></tr>
 * <tr><td>{@code keyStorePassword}</td><td>none</td><td>TLS: its password</td></tr>
 * <tr><td>{@code verifyHostname}</td><td>{@code true}</td><td>TLS: whether the server's certificate must be made out to
 * the URI's host</td></tr>
 * </table>
 *
 * <p>An ACL user needs, with the default prefix, {@code ~lockspi:* &lockspi:*} and the commands eval, evalsha, get,
 * set, incr, del, exists, pttl, pexpire, time, zadd, zrem, zrange, zrevrange, zscore, hget, hset, hdel, hvals,
 * publish, subscribe and ping. Without the channels waiters poll; with info as well, a policy that may evict locks is
 * reported, claims are brought back after a failover, and {@code restart=quarantine} and {@code failover=safe} are
 * possible. With {@code topology=replicas} or {@code sentinel} info is needed, with {@code sentinel} also, on the
 * Sentinels, sentinel, with {@code cluster} cluster|nodes and asking, with {@code replicas=} info and wait.
 */
public final class RedisLockProvider extends LockProvider {
    /** The algorithm's standard name. */
    public static final String ALGORITHM = "redis";

    /** The algorithm's name when connections are encrypted. */
    public static final String TLS_ALIAS = "rediss";

    private static final Set<LockCapability> CAPABILITIES = Set.of(
            LockCapability.CROSS_PROCESS,
            LockCapability.FAIR,
            LockCapability.FENCING_TOKENS,
            LockCapability.LEASE,
            LockCapability.RENEWAL,
            LockCapability.LOSS_NOTIFICATION,
            LockCapability.INSPECTION);

    /** Makes the provider. Does no I/O. */
    public RedisLockProvider() {
        super(
                "lockspi-redis",
                "0.1.0",
                new Service(ALGORITHM, List.of(TLS_ALIAS), CAPABILITIES, RedisOptions.NAMES, RedisLockService::open));
    }
}
