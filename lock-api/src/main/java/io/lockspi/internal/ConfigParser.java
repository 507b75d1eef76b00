package io.lockspi.internal;

import io.lockspi.LockConfig;
import io.lockspi.LockConfigurationException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the text of a {@link LockConfig}. Stateless. No message holds a password, or a part of one: a part of
 * the URI is quoted only where a misplaced password cannot stand.
 */
public final class ConfigParser {
    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*");
    private static final Pattern OPTION_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");
    private static final Pattern WHOLE_NUMBER = Pattern.compile("-?[0-9]{1,18}");

    private ConfigParser() {}

    /**
     * The parts of a URI, decoded. Immutable.
     *
     * @param algorithm lower case
     * @param hosts in the order of the URI; may be empty
     * @param user never empty; {@code null} if there is none
     * @param password never empty; {@code null} if there is none
     * @param path without its leading slash; may be empty
     * @param options by name; values are never empty
     */
    public record Parts(
            String algorithm,
            List<LockConfig.Host> hosts,
            @Nullable String user,
            @Nullable String password,
            String path,
            Map<String, String> options) {

        /** Copies the collections. */
        public Parts {
            hosts = List.copyOf(hosts);
            options = Map.copyOf(options);
        }

        @Override
        public String toString() {
            return render(algorithm, hosts, user, password != null, path, options);
        }
    }

    /**
     * Reads a URI.
     *
     * @param uri {@code algorithm://[user[:password]@][host[:port][,...]][/path][?option=value[&...]]} or
     *     {@code algorithm:[path][?option=value[&...]]}
     * @return its parts
     * @throws LockConfigurationException if it is malformed
     */
    public static Parts parse(@Nullable String uri) {
        return new UriReader(uri).read();
    }

    /**
     * Checks an algorithm's name.
     *
     * @param algorithm the name, as it would stand before the colon of a URI
     * @return the name in lower case, whatever the default locale is
     * @throws LockConfigurationException if it is not a URI scheme
     */
    public static String checkAlgorithm(String algorithm) {
        if (!SCHEME.matcher(algorithm).matches()) {
            // A user name and password without a scheme end up here, too.
            String shown = algorithm.indexOf('@') < 0 ? Quote.of(algorithm) : "'***'";
            throw new LockConfigurationException("algorithm " + shown
                    + " is not a name: it must be a letter, followed by letters, digits, '+', '-' or '.',"
                    + " as in redis://localhost:6379");
        }
        return algorithm.toLowerCase(Locale.ROOT);
    }

    /**
     * Checks an option's name and text, so that every configuration can be written as a URI.
     *
     * @param name the option's name
     * @param value the option's text, decoded
     * @throws LockConfigurationException if the name is malformed or the text is empty
     */
    public static void checkOption(String name, String value) {
        if (!OPTION_NAME.matcher(name).matches()) {
            throw new LockConfigurationException(
                    "option name " + Quote.of(name)
                            + " is malformed: it must begin with a letter or digit, and hold only letters, digits, '.', '_' and '-'");
        }
        if (value.isEmpty()) {
            throw new LockConfigurationException(
                    "option '" + name + "' has no value: write " + name + "=VALUE, or leave the option out");
        }
    }

    /**
     * Reads a duration.
     *
     * @param name the option's name, for messages
     * @param text a whole number and one of the units ns, us, ms, s, m, h, or an ISO-8601 duration such as PT30S
     * @return positive, and at most {@link Long#MAX_VALUE} nanoseconds
     * @throws LockConfigurationException if the unit is missing, or the text is malformed, not positive, or too long
     */
    public static Duration duration(String name, String text) {
        return DurationText.read(name, text);
    }

    /**
     * Reads a whole number.
     *
     * @param name the option's name, for messages
     * @param text decimal digits, with a leading minus if negative
     * @param min the lowest value that is accepted
     * @param max the highest value that is accepted
     * @return between {@code min} and {@code max}
     * @throws LockConfigurationException if the text is anything else
     */
    public static int integer(String name, String text, int min, int max) {
        if (WHOLE_NUMBER.matcher(text).matches()) {
            long value = Long.parseLong(text);
            if (value >= min && value <= max) {
                return (int) value;
            }
        }
        throw new LockConfigurationException("option '" + name + "' is " + Quote.of(text)
                + ", but must be a whole number from " + min + " to " + max);
    }

    /**
     * Reads a truth value.
     *
     * @param name the option's name, for messages
     * @param text {@code true} or {@code false}
     * @return the value
     * @throws LockConfigurationException if the text is anything else
     */
    public static boolean bool(String name, String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw new LockConfigurationException(
                        "option '" + name + "' is " + Quote.of(text) + ", but must be true or false");
        };
    }

    /**
     * Writes a URI that {@link #parse} reads again, with the password masked.
     *
     * @param algorithm the algorithm
     * @param hosts may be empty
     * @param user the user's name, or {@code null}
     * @param hasPassword whether to show a mask as the password
     * @param path without its leading slash; may be empty
     * @param options may be empty
     * @return for people
     */
    public static String render(
            String algorithm,
            List<LockConfig.Host> hosts,
            @Nullable String user,
            boolean hasPassword,
            String path,
            Map<String, String> options) {
        return UriWriter.write(algorithm, hosts, user, hasPassword, path, options);
    }
}
