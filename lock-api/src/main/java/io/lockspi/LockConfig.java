package io.lockspi;

import io.lockspi.internal.ConfigParser;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Where the locks are and how to reach them: a URI such as {@code redis://user:secret@host:6379/0?lease=30s}, read.
 * Immutable; every {@code with} method returns a changed copy.
 *
 * <p>The scheme is the algorithm. Several hosts are separated by commas, IPv6 addresses stand in brackets. User, password
 * and option values are percent-decoded. Durations carry a unit ({@code 500ms}, {@code 30s}, {@code 2m}, {@code PT30S}).
 * The password appears in no message and not in {@link #toString()}.
 */
public final class LockConfig {
    private final String algorithm;
    private final List<Host> hosts;
    private final @Nullable String user;
    private final @Nullable String password;
    private final String path;
    private final Map<String, String> options;
    private final Map<Class<?>, Object> attachments;

    private LockConfig(
            String algorithm,
            List<Host> hosts,
            @Nullable String user,
            @Nullable String password,
            String path,
            Map<String, String> options,
            Map<Class<?>, Object> attachments) {
        this.algorithm = algorithm;
        this.hosts = List.copyOf(hosts);
        this.user = user;
        this.password = password;
        this.path = path;
        this.options = Collections.unmodifiableMap(new TreeMap<>(options));
        this.attachments = Map.copyOf(attachments);
    }

    /**
     * Reads a URI. Options are checked later, by {@link LockService#open(LockConfig)}, which knows the back end's.
     *
     * @param uri {@code algorithm://[user[:password]@][host[:port][,...]][/path][?option=value[&...]]} or
     *     {@code algorithm:[path][?option=value[&...]]}
     * @return the configuration
     * @throws LockConfigurationException if the URI is malformed
     */
    public static LockConfig of(String uri) {
        ConfigParser.Parts parts = ConfigParser.parse(uri);
        return new LockConfig(
                parts.algorithm(),
                parts.hosts(),
                parts.user(),
                parts.password(),
                parts.path(),
                parts.options(),
                Map.of());
    }

    /**
     * A configuration without hosts, to be completed by the {@code with} methods.
     *
     * @param algorithm the algorithm's standard name
     * @return the configuration
     * @throws LockConfigurationException if it could not be the scheme of a URI
     */
    public static LockConfig ofAlgorithm(String algorithm) {
        return new LockConfig(ConfigParser.checkAlgorithm(algorithm), List.of(), null, null, "", Map.of(), Map.of());
    }

    /**
     * The algorithm.
     *
     * @return lower case
     */
    public String algorithm() {
        return algorithm;
    }

    /**
     * The servers.
     *
     * @return in the order of the URI; may be empty
     */
    public List<Host> hosts() {
        return hosts;
    }

    /**
     * The user's name.
     *
     * @return empty if the URI has none
     */
    public Optional<String> user() {
        return Optional.ofNullable(user);
    }

    /**
     * The password.
     *
     * @return empty if the URI has none
     */
    public Optional<String> password() {
        return Optional.ofNullable(password);
    }

    /**
     * The path, without its leading slash.
     *
     * @return may be empty
     */
    public String path() {
        return path;
    }

    /**
     * All options.
     *
     * @return immutable, sorted by name
     */
    public Map<String, String> options() {
        return options;
    }

    /**
     * An option's text.
     *
     * @param name the option's name
     * @return empty if it is not set
     */
    public Optional<String> option(String name) {
        return Optional.ofNullable(options.get(name));
    }

    /**
     * An option that is a duration.
     *
     * @param name the option's name
     * @param absent the value if it is not set
     * @return positive
     * @throws LockConfigurationException if it has no unit, is malformed, zero or negative
     */
    public Duration duration(String name, Duration absent) {
        String text = options.get(name);
        return text == null ? absent : ConfigParser.duration(name, text);
    }

    /**
     * An option that is a whole number.
     *
     * @param name the option's name
     * @param absent the value if it is not set
     * @param min the lowest value that is accepted
     * @param max the highest value that is accepted
     * @return between {@code min} and {@code max}
     * @throws LockConfigurationException if it is not such a number
     */
    public int integer(String name, int absent, int min, int max) {
        String text = options.get(name);
        return text == null ? absent : ConfigParser.integer(name, text, min, max);
    }

    /**
     * An option that is {@code true} or {@code false}.
     *
     * @param name the option's name
     * @param absent the value if it is not set
     * @return the value
     * @throws LockConfigurationException if it is anything else
     */
    public boolean bool(String name, boolean absent) {
        String text = options.get(name);
        return text == null ? absent : ConfigParser.bool(name, text);
    }

    /**
     * An object of the application's that the back end shall use, such as a client that exists already.
     *
     * @param <T> the type
     * @param type the type under which it was attached
     * @return empty if there is none
     */
    public <T> Optional<T> attachment(Class<T> type) {
        return Optional.ofNullable(attachments.get(type)).map(type::cast);
    }

    /**
     * A copy with other servers.
     *
     * @param servers the servers
     * @return a changed copy
     */
    public LockConfig withHosts(List<Host> servers) {
        return new LockConfig(algorithm, servers, user, password, path, options, attachments);
    }

    /**
     * A copy with other credentials.
     *
     * @param name the user's name, or {@code null} for the default user
     * @param secret the password, or {@code null} for none
     * @return a changed copy
     */
    public LockConfig withCredentials(@Nullable String name, @Nullable String secret) {
        return new LockConfig(algorithm, hosts, name, secret, path, options, attachments);
    }

    /**
     * A copy with another path.
     *
     * @param newPath without a leading slash
     * @return a changed copy
     */
    public LockConfig withPath(String newPath) {
        return new LockConfig(algorithm, hosts, user, password, newPath, options, attachments);
    }

    /**
     * A copy with one option set; it wins over the URI's.
     *
     * @param name the option's name
     * @param value the option's text, as in a URI but not percent-encoded
     * @return a changed copy
     * @throws LockConfigurationException if the name is malformed or the value is empty
     */
    public LockConfig withOption(String name, String value) {
        ConfigParser.checkOption(name, value);
        Map<String, String> changed = new HashMap<>(options);
        changed.put(name, value);
        return new LockConfig(algorithm, hosts, user, password, path, changed, attachments);
    }

    /**
     * A copy with an object for the back end to use.
     *
     * @param <T> the type
     * @param type the type under which the back end looks for it
     * @param value the object; the back end does not close it
     * @return a changed copy
     */
    public <T> LockConfig withAttachment(Class<T> type, T value) {
        Map<Class<?>, Object> changed = new HashMap<>(attachments);
        changed.put(type, value);
        return new LockConfig(algorithm, hosts, user, password, path, options, changed);
    }

    /**
     * The configuration as a URI, with the password masked.
     *
     * @return for people
     */
    @Override
    public String toString() {
        return ConfigParser.render(algorithm, hosts, user, password != null, path, options);
    }

    /**
     * One server's address.
     *
     * @param name a host name or address; an IPv6 address without its brackets
     * @param port the port, or -1 if the URI has none
     */
    public record Host(String name, int port) {

        /**
         * This address with a port.
         *
         * @param absent the port to use if there is none
         * @return an address with a port
         */
        public Host withDefaultPort(int absent) {
            return port == -1 ? new Host(name, absent) : this;
        }

        @Override
        public String toString() {
            String shown = name.indexOf(':') < 0 ? name : "[" + name + "]";
            return port == -1 ? shown : shown + ":" + port;
        }
    }
}
