package io.lockspi.zookeeper;

import io.lockspi.LockConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.curator.framework.CuratorFramework;
import org.jspecify.annotations.Nullable;

/**
 * Configurations for locks on a ZooKeeper ensemble, for those who prefer methods to a URI. Immutable; every method returns
 * a changed copy. Values are checked when the service is opened.
 *
 * <pre>{@code
 * LockService locks = LockService.open(ZooKeeperLocks.at("zk1:2181", "zk2:2181", "zk3:2181").config());
 * }</pre>
 */
public final class ZooKeeperLocks {
    private final LockConfig config;

    private ZooKeeperLocks(LockConfig config) {
        this.config = config;
    }

    /**
     * The servers.
     *
     * @param servers each {@code host} or {@code host:port}; an IPv6 address in brackets
     * @return a configuration with nothing else set
     */
    public static ZooKeeperLocks at(String... servers) {
        return of(ZooKeeperLockProvider.ALGORITHM, servers);
    }

    /**
     * The servers, asked over TLS.
     *
     * @param servers each {@code host} or {@code host:port}, named as in their certificates
     * @return a configuration with nothing else set
     */
    public static ZooKeeperLocks overTls(String... servers) {
        return of(ZooKeeperLockProvider.TLS_ALIAS, servers);
    }

    private static ZooKeeperLocks of(String scheme, String... servers) {
        List<LockConfig.Host> hosts = Stream.of(servers)
                .flatMap(server -> LockConfig.of(scheme + "://" + server).hosts().stream())
                .toList();
        return new ZooKeeperLocks(LockConfig.ofAlgorithm(scheme).withHosts(hosts));
    }

    /**
     * The application's own client, already started. It is never closed by the lock service, and decides about servers,
     * credentials, encryption, the session's timeout and the namespace. The services that share a client share its session.
     *
     * @param client the client; its retries do not apply to locks
     * @return a complete configuration; with {@code acl=creator} only the client's user may use the nodes
     */
    public static LockConfig using(CuratorFramework client) {
        return LockConfig.ofAlgorithm(ZooKeeperLockProvider.ALGORITHM).withAttachment(CuratorFramework.class, client);
    }

    /**
     * The user for digest authentication; only it may use the nodes that the service makes.
     *
     * @param user the user's name, without a colon
     * @param password the password
     * @return a changed copy
     */
    public ZooKeeperLocks credentials(String user, String password) {
        return new ZooKeeperLocks(config.withCredentials(user, password));
    }

    /**
     * The path below which everything is.
     *
     * @param path one that exists; the root unless set
     * @return a changed copy
     */
    public ZooKeeperLocks chroot(String path) {
        return new ZooKeeperLocks(config.withPath(path.startsWith("/") ? path.substring(1) : path));
    }

    /**
     * After how long without a sign of life the servers end the session, and free its locks.
     *
     * @param timeout 10 seconds unless set; whole milliseconds; the servers have their own limits
     * @return a changed copy
     */
    public ZooKeeperLocks sessionTimeout(Duration timeout) {
        return option(ZooKeeperOptions.SESSION_TIMEOUT, timeout.toMillis() + "ms");
    }

    /**
     * The servers' tickTime; a claim outlasts a longer outage when it is known.
     *
     * @param tick at most half the session timeout, which is taken unless this is set; whole milliseconds
     * @return a changed copy
     */
    public ZooKeeperLocks tick(Duration tick) {
        return option(ZooKeeperOptions.TICK, tick.toMillis() + "ms");
    }

    /**
     * How long a request waits for a connection.
     *
     * @param timeout 3 seconds unless set; whole milliseconds
     * @return a changed copy
     */
    public ZooKeeperLocks connectTimeout(Duration timeout) {
        return option(ZooKeeperOptions.CONNECT_TIMEOUT, timeout.toMillis() + "ms");
    }

    /**
     * What is added to every fencing token.
     *
     * @param floor at least the last token that a guarded resource has seen from another back end; 0 unless set
     * @return a changed copy
     */
    public ZooKeeperLocks tokenFloor(long floor) {
        return option(ZooKeeperOptions.TOKEN_FLOOR, Long.toString(floor));
    }

    /**
     * The certificates to trust, for servers asked over TLS.
     *
     * @param file a PKCS12 or JKS file whose name says which
     * @param password its password, or {@code null}
     * @return a changed copy
     */
    public ZooKeeperLocks trustStore(Path file, @Nullable String password) {
        ZooKeeperLocks changed = option(TlsOptions.TRUST_STORE, file.toString());
        return password == null ? changed : changed.option(TlsOptions.TRUST_STORE_PASSWORD, password);
    }

    /**
     * Any option, the engine's as well.
     *
     * @param name the option's name
     * @param value its text as in a URI, not percent-encoded
     * @return a changed copy
     */
    public ZooKeeperLocks option(String name, String value) {
        return new ZooKeeperLocks(config.withOption(name, value));
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
