package io.lockspi.redis.node;

import io.lockspi.LockConfig;
import io.lockspi.LockConfigurationException;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How to reach one server. Immutable; its text holds no password.
 *
 * @param host the server
 * @param user the ACL user, or {@code null} for the default user
 * @param password the password, or {@code null} for none
 * @param database the number of the database
 * @param connections how many connections carry requests
 * @param connectTimeout how long one connection attempt may take
 * @param clientName what CLIENT LIST shows, or {@code null} for nothing
 * @param tls how to encrypt, or {@code null} not to
 */
public record NodeOptions(
        LockConfig.Host host,
        @Nullable String user,
        @Nullable String password,
        int database,
        int connections,
        Duration connectTimeout,
        @Nullable String clientName,
        @Nullable TlsOptions tls) {
    /** The option with what all keys and channels begin with. */
    public static final String PREFIX = "prefix";

    /** The option with the number of connections that carry requests. */
    public static final String CONNECTIONS = "connections";

    /** The option with the longest time of one connection attempt. */
    public static final String CONNECT_TIMEOUT = "connectTimeout";

    /** The option with what CLIENT LIST shows. */
    public static final String CLIENT_NAME = "clientName";

    static final int DEFAULT_PORT = 6379;
    private static final int MAX_CONNECTIONS = 16;
    private static final Pattern SAFE_PREFIX = Pattern.compile("[^{}\\s]{1,100}");
    private static final Pattern SAFE_CLIENT_NAME = Pattern.compile("[!-~]{1,100}");
    private static final Pattern DATABASE = Pattern.compile("\\d{1,5}");

    /**
     * Reads how to reach one of the servers.
     *
     * @param config what the application asked for
     * @param host the server; port 6379 if it has none
     * @param tlsScheme the scheme that stands for TLS
     * @return the options
     * @throws LockConfigurationException if one is refused
     */
    public static NodeOptions read(LockConfig config, LockConfig.Host host, String tlsScheme) {
        return new NodeOptions(
                host.withDefaultPort(DEFAULT_PORT),
                config.user().filter(text -> !text.isEmpty()).orElse(null),
                config.password().filter(text -> !text.isEmpty()).orElse(null),
                database(config),
                config.integer(CONNECTIONS, 1, 1, MAX_CONNECTIONS),
                config.duration(CONNECT_TIMEOUT, Duration.ofSeconds(3)),
                matching(config, CLIENT_NAME, SAFE_CLIENT_NAME, "1 to 100 printable ASCII characters without blanks")
                        .orElse(null),
                TlsOptions.read(config, tlsScheme));
    }

    /**
     * Reads what all keys and channels begin with.
     *
     * @param config what the application asked for
     * @param absent the prefix if it asked for none
     * @return the prefix
     * @throws LockConfigurationException if it is refused
     */
    public static String prefix(LockConfig config, String absent) {
        return matching(config, PREFIX, SAFE_PREFIX, "1 to 100 characters without braces and blanks")
                .orElse(absent);
    }

    private static int database(LockConfig config) {
        String path = config.path();
        if (path.isEmpty()) {
            return 0;
        }
        if (!DATABASE.matcher(path).matches()) {
            throw new LockConfigurationException("database '" + path
                    + "' is not a number; the path of a redis URI is one, such as redis://localhost:6379/0");
        }
        return Integer.parseInt(path);
    }

    private static Optional<String> matching(LockConfig config, String option, Pattern pattern, String wanted) {
        Optional<String> text = config.option(option);
        if (text.isPresent() && !pattern.matcher(text.get()).matches()) {
            throw new LockConfigurationException(
                    "option " + option + "='" + text.get() + "' is refused; it takes " + wanted);
        }
        return text;
    }

    /** The same for another server. */
    NodeOptions withHost(LockConfig.Host other) {
        return new NodeOptions(other, user, password, database, connections, connectTimeout, clientName, tls);
    }

    /** The server, for people. */
    public String where() {
        String scheme = tls == null ? "redis://" : "rediss://";
        return scheme + host + (database == 0 ? "" : "/" + database);
    }

    @Override
    public String toString() {
        return where();
    }
}
