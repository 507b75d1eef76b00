package io.lockspi.redlock;

import io.lockspi.LockConfig;
import io.lockspi.redis.node.NodeOptions;
import io.lockspi.redis.node.TlsOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Configurations for locks on a majority of several Redis servers, for those who prefer methods to a URI. Immutable; every
 * method returns a changed copy. Values are checked when the service is opened.
 *
 * <pre>{@code
 * LockService locks = LockService.open(
 *         RedlockLocks.at("r1", 6379).and("r2", 6379).and("r3", 6379).password(secret).config());
 * }</pre>
 */
public final class RedlockLocks {
    private final LockConfig config;

    private RedlockLocks(LockConfig config) {
        this.config = config;
    }

    /**
     * The first server.
     *
     * @param host its name or address; an IPv6 address without brackets
     * @param port its port, usually 6379
     * @return a configuration with nothing else set
     */
    public static RedlockLocks at(String host, int port) {
        return new RedlockLocks(LockConfig.ofAlgorithm(RedlockProvider.ALGORITHM)).and(host, port);
    }

    /**
     * The first server, and all of them asked over TLS.
     *
     * @param host its name, as in its certificate
     * @param port its port
     * @return a configuration with nothing else set
     */
    public static RedlockLocks overTls(String host, int port) {
        return new RedlockLocks(LockConfig.ofAlgorithm(RedlockProvider.TLS_ALIAS)).and(host, port);
    }

    /**
     * One more server. In the end there must be an odd number, at least 3, none of which replicates another.
     *
     * @param host its name or address
     * @param port its port
     * @return a changed copy
     */
    public RedlockLocks and(String host, int port) {
        List<LockConfig.Host> hosts = new ArrayList<>(config.hosts());
        hosts.add(new LockConfig.Host(host, port));
        return new RedlockLocks(config.withHosts(hosts));
    }

    /**
     * The password of the default user, the same at every server.
     *
     * @param password the password
     * @return a changed copy
     */
    public RedlockLocks password(String password) {
        return credentials(null, password);
    }

    /**
     * An ACL user, the same at every server.
     *
     * @param user the user's name, or {@code null} for the default user
     * @param password the password
     * @return a changed copy
     */
    public RedlockLocks credentials(@Nullable String user, String password) {
        return new RedlockLocks(config.withCredentials(user, password));
    }

    /**
     * What all keys and channels begin with; services with different prefixes do not see each other's locks.
     *
     * @param prefix {@code lockspi:redlock} unless set; without braces and blanks
     * @return a changed copy
     */
    public RedlockLocks prefix(String prefix) {
        return option(NodeOptions.PREFIX, prefix);
    }

    /**
     * How long one server is waited for.
     *
     * @param timeout 50 ms unless set; whole milliseconds, small compared with leases
     * @return a changed copy
     */
    public RedlockLocks nodeTimeout(Duration timeout) {
        return option(RedlockOptions.NODE_TIMEOUT, timeout.toMillis() + "ms");
    }

    /**
     * The longest lease of any claim of this prefix, and how long a server that has restarted grants nothing.
     *
     * @param longest 60 seconds unless set; the same in every client
     * @return a changed copy
     */
    public RedlockLocks maxLease(Duration longest) {
        return option(RedlockOptions.MAX_LEASE, longest.toMillis() + "ms");
    }

    /**
     * Lets a server grant as soon as it has restarted. Safe only if every server writes to its disk before it answers
     * ({@code appendfsync always}) and never loses that disk.
     *
     * @return a changed copy
     */
    public RedlockLocks serveAfterRestart() {
        return option(RedlockOptions.RESTART, "serve");
    }

    /**
     * The certificates to trust, for servers asked over TLS.
     *
     * @param file a PKCS12 or JKS file, read with the first request
     * @param password its password, or {@code null}
     * @return a changed copy
     */
    public RedlockLocks trustStore(Path file, @Nullable String password) {
        RedlockLocks changed = option(TlsOptions.TRUST_STORE, file.toString());
        return password == null ? changed : changed.option(TlsOptions.TRUST_STORE_PASSWORD, password);
    }

    /**
     * Any option, the engine's as well.
     *
     * @param name the option's name
     * @param value its text as in a URI, not percent-encoded
     * @return a changed copy
     */
    public RedlockLocks option(String name, String value) {
        return new RedlockLocks(config.withOption(name, value));
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
