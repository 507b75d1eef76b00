package io.lockspi.redis;

import io.lockspi.LockConfig;
import io.lockspi.LockConfigurationException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RedissonClient;

/**
 * What a {@link LockConfig} says to this back end, checked. Immutable; its text holds no password.
 *
 * @param host the server, or {@code null} if the application's own client is used
 * @param user the ACL user, or {@code null} for the default user
 * @param password the password, or {@code null} for none
 * @param database the number of the database
 * @param prefix what all keys and channels begin with
 * @param connections how many connections carry requests
 * @param connectTimeout how long one connection attempt may take
 * @param clientName what CLIENT LIST shows, or {@code null} for nothing
 * @param tls how to encrypt, or {@code null} not to
 * @param quarantine what to do after a restart of the server, or {@code null} for nothing
 */
record RedisOptions(
        LockConfig.@Nullable Host host,
        @Nullable String user,
        @Nullable String password,
        int database,
        String prefix,
        int connections,
        Duration connectTimeout,
        @Nullable String clientName,
        @Nullable TlsOptions tls,
        @Nullable Quarantine quarantine) {
    static final String PREFIX = "prefix";
    static final String CONNECTIONS = "connections";
    static final String CONNECT_TIMEOUT = "connectTimeout";
    static final String CLIENT_NAME = "clientName";

    /** The names of the URI options, beside the engine's. */
    static final Set<String> NAMES = Set.of(
            PREFIX,
            CONNECTIONS,
            CONNECT_TIMEOUT,
            CLIENT_NAME,
            Quarantine.RESTART,
            Quarantine.MAX_LEASE,
            TlsOptions.TRUST_STORE,
            TlsOptions.TRUST_STORE_PASSWORD,
            TlsOptions.KEY_STORE,
            TlsOptions.KEY_STORE_PASSWORD,
            TlsOptions.VERIFY_HOSTNAME);

    private static final int DEFAULT_PORT = 6379;
    private static final int MAX_CONNECTIONS = 16;
    private static final Pattern SAFE_PREFIX = Pattern.compile("[^{}\\s]{1,100}");
    private static final Pattern SAFE_CLIENT_NAME = Pattern.compile("[!-~]{1,100}");
    private static final Pattern DATABASE = Pattern.compile("\\d{1,5}");

    static RedisOptions read(LockConfig config) {
        return new RedisOptions(
                host(config),
                config.user().filter(text -> !text.isEmpty()).orElse(null),
                config.password().filter(text -> !text.isEmpty()).orElse(null),
                database(config.path()),
                matching(config, PREFIX, SAFE_PREFIX, "1 to 100 characters without braces and blanks")
                        .orElse("lockspi"),
                config.integer(CONNECTIONS, 1, 1, MAX_CONNECTIONS),
                config.duration(CONNECT_TIMEOUT, Duration.ofSeconds(3)),
                matching(config, CLIENT_NAME, SAFE_CLIENT_NAME, "1 to 100 printable ASCII characters without blanks")
                        .orElse(null),
                TlsOptions.read(config),
                Quarantine.read(config));
    }

    private static LockConfig.@Nullable Host host(LockConfig config) {
        List<LockConfig.Host> hosts = config.hosts();
        if (config.attachment(RedissonClient.class).isPresent()) {
            return null;
        }
        if (hosts.isEmpty()) {
            throw new LockConfigurationException(
                    "algorithm '" + config.algorithm() + "' needs a host, such as redis://localhost:6379");
        }
        if (hosts.size() > 1) {
            throw new LockConfigurationException("algorithm '" + config.algorithm() + "' got " + hosts.size()
                    + " hosts, " + hosts + "; several hosts are not supported yet, name the master only");
        }
        return hosts.get(0).withDefaultPort(DEFAULT_PORT);
    }

    private static int database(String path) {
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

    /** The server, for people. */
    String where() {
        String scheme = tls == null ? "redis://" : "rediss://";
        return host == null
                ? "redis by the application's client"
                : scheme + host + (database == 0 ? "" : "/" + database);
    }

    @Override
    public String toString() {
        return where();
    }
}
