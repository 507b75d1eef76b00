package io.lockspi.redis;

import io.lockspi.LockConfig;
import io.lockspi.redis.node.NodeOptions;
import io.lockspi.redis.node.TlsOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
     * @param on true unless set
     * @return a changed copy
     */
    public RedisLocks reassert(boolean on) {
        return option(RedisOptions.REASSERT, on ? "on" : "off");
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
        for (String secret : List.of(TlsOptions.TRUST_STORE_PASSWORD, TlsOptions.KEY_STORE_PASSWORD)) {
            shown = shown.option(secret).isPresent() ? shown.withOption(secret, "***") : shown;
        }
        return shown.toString();
    }
}
