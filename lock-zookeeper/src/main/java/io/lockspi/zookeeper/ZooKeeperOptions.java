package io.lockspi.zookeeper;

import io.lockspi.LockConfig;
import io.lockspi.LockConfigurationException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.common.PathUtils;
import org.apache.zookeeper.data.ACL;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link LockConfig} says to this back end, checked. Immutable; its text holds no password.
 *
 * @param connectString the servers as ZooKeeper's client takes them; empty if the application's own client is used
 * @param tls how to encrypt, or {@code null} not to
 * @param digest {@code user:password}, or {@code null} not to authenticate
 * @param chroot the path below which everything is, which must exist; empty for the root
 * @param sessionTimeout after how long without a sign of life the servers end the session
 * @param tick the servers' tick, or {@code null} if unknown
 * @param connectTimeout how long a request waits for a connection
 * @param tokenFloor what is added to every token
 * @param creatorOnly whether only the authenticated user may use the nodes
 */
record ZooKeeperOptions(
        String connectString,
        @Nullable TlsOptions tls,
        @Nullable String digest,
        String chroot,
        Duration sessionTimeout,
        @Nullable Duration tick,
        Duration connectTimeout,
        long tokenFloor,
        boolean creatorOnly) {
    static final String SESSION_TIMEOUT = "sessionTimeout";
    static final String TICK = "tick";
    static final String CONNECT_TIMEOUT = "connectTimeout";
    static final String TOKEN_FLOOR = "tokenFloor";
    static final String ACL_OPTION = "acl";

    /** The names of the URI options, beside the engine's. */
    static final Set<String> NAMES = Stream.concat(
                    Stream.of(SESSION_TIMEOUT, TICK, CONNECT_TIMEOUT, TOKEN_FLOOR, ACL_OPTION),
                    TlsOptions.NAMES.stream())
            .collect(Collectors.toUnmodifiableSet());

    private static final int DEFAULT_PORT = 2181;
    private static final Duration DEFAULT_SESSION_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration LONGEST_SESSION_TIMEOUT = Duration.ofDays(1);

    static ZooKeeperOptions read(LockConfig config) {
        boolean foreign = config.attachment(CuratorFramework.class).isPresent();
        String digest = digest(config);
        Duration session = sessionTimeout(config);
        return new ZooKeeperOptions(
                foreign ? "" : connectString(config),
                TlsOptions.read(config),
                digest,
                chroot(config.path()),
                session,
                tick(config, foreign ? LONGEST_SESSION_TIMEOUT : session),
                config.duration(CONNECT_TIMEOUT, Duration.ofSeconds(3)),
                tokenFloor(config),
                creatorOnly(config, digest != null, foreign));
    }

    private static String connectString(LockConfig config) {
        if (config.hosts().isEmpty()) {
            throw new LockConfigurationException("algorithm '" + config.algorithm()
                    + "' needs at least one host, such as zookeeper://zk1:2181,zk2:2181,zk3:2181");
        }
        return config.hosts().stream()
                .map(host -> host.withDefaultPort(DEFAULT_PORT).toString())
                .distinct()
                .collect(Collectors.joining(","));
    }

    private static @Nullable String digest(LockConfig config) {
        String user = config.user().orElse("");
        String password = config.password().orElse("");
        if (user.isEmpty() && password.isEmpty()) {
            return null;
        }
        if (user.isEmpty() || password.isEmpty() || user.indexOf(':') >= 0) {
            throw new LockConfigurationException(
                    "digest authentication needs a user without a colon and a password, as in"
                            + " zookeeper://user:password@host");
        }
        return user + ":" + password;
    }

    private static String chroot(String path) {
        String absolute = "/" + path.replaceAll("/+$", "");
        if (absolute.equals("/")) {
            return "";
        }
        try {
            PathUtils.validatePath(absolute);
            return absolute;
        } catch (IllegalArgumentException e) {
            throw new LockConfigurationException(
                    "chroot '" + absolute + "' is not a path of ZooKeeper's (" + e.getMessage() + "); correct the URI",
                    e);
        }
    }

    private static Duration sessionTimeout(LockConfig config) {
        Duration timeout = config.duration(SESSION_TIMEOUT, DEFAULT_SESSION_TIMEOUT);
        if (timeout.toMillis() < 1 || timeout.compareTo(LONGEST_SESSION_TIMEOUT) > 0) {
            throw new LockConfigurationException("option " + SESSION_TIMEOUT + "=" + timeout
                    + " is refused; it is at least a millisecond and at most a day");
        }
        return timeout;
    }

    private static @Nullable Duration tick(LockConfig config, Duration sessionTimeout) {
        if (config.option(TICK).isEmpty()) {
            return null;
        }
        Duration tick = config.duration(TICK, sessionTimeout);
        if (tick.multipliedBy(2).compareTo(sessionTimeout) > 0) {
            throw new LockConfigurationException(
                    "option " + TICK + "=" + tick + " is refused with a session timeout of " + sessionTimeout
                            + "; a session lasts at least two ticks");
        }
        return tick;
    }

    private static long tokenFloor(LockConfig config) {
        String text = config.option(TOKEN_FLOOR).orElse("0");
        if (!text.matches("\\d{1,18}")) {
            throw new LockConfigurationException(
                    "option " + TOKEN_FLOOR + "='" + text + "' is refused; it takes a whole number of up to 18 digits");
        }
        return Long.parseLong(text);
    }

    private static boolean creatorOnly(LockConfig config, boolean authenticated, boolean foreign) {
        String wanted = config.option(ACL_OPTION).orElse(authenticated ? "creator" : "open");
        if (!Set.of("creator", "open").contains(wanted)) {
            throw new LockConfigurationException(
                    "option " + ACL_OPTION + "='" + wanted + "' is refused; it takes creator or open");
        }
        boolean creator = wanted.equals("creator");
        if (creator && !authenticated && !foreign) {
            throw new LockConfigurationException(
                    "option " + ACL_OPTION + "=creator needs a user; put user:password@ into the URI");
        }
        return creator;
    }

    List<ACL> acl() {
        return creatorOnly ? ZooDefs.Ids.CREATOR_ALL_ACL : ZooDefs.Ids.OPEN_ACL_UNSAFE;
    }

    /** The servers, for people. */
    String where() {
        String scheme = tls == null ? ZooKeeperLockProvider.ALGORITHM : ZooKeeperLockProvider.TLS_ALIAS;
        return connectString.isEmpty()
                ? "zookeeper by the application's client"
                : scheme + "://" + connectString + chroot;
    }

    @Override
    public String toString() {
        return where();
    }
}
