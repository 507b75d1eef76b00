package io.lockspi.internal;

import io.lockspi.LockConfig;
import io.lockspi.LockConfigurationException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes the text of a {@link LockConfig}. */
@SuppressWarnings("DoNotCallSuggester")
public final class ConfigParser {
    private ConfigParser() {}

    /** The parts of a URI. */
    public record Parts(
            String algorithm,
            List<LockConfig.Host> hosts,
            @Nullable String user,
            @Nullable String password,
            String path,
            Map<String, String> options) {}

    public static Parts parse(String uri) {
        throw new LockConfigurationException("not yet: " + uri);
    }

    public static String checkAlgorithm(String algorithm) {
        return algorithm;
    }

    public static Duration duration(String name, String text) {
        throw new LockConfigurationException(name + text);
    }

    public static int integer(String name, String text, int min, int max) {
        throw new LockConfigurationException(name + text + min + max);
    }

    public static boolean bool(String name, String text) {
        throw new LockConfigurationException(name + text);
    }

    public static String render(
            String algorithm,
            List<LockConfig.Host> hosts,
            @Nullable String user,
            boolean hasPassword,
            String path,
            Map<String, String> options) {
        return algorithm + hosts + user + hasPassword + path + options;
    }
}
