package io.lockspi.internal;

import io.lockspi.LockConfig;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes what {@link UriReader} reads. */
final class UriWriter {
    private static final String MASK = "***";
    /** What else may stand bare in a path or an option's value without a second meaning. */
    private static final String HARMLESS = "/:,!$'()*;";

    private UriWriter() {}

    static String write(
            String algorithm,
            List<LockConfig.Host> hosts,
            @Nullable String user,
            boolean hasPassword,
            String path,
            Map<String, String> options) {
        boolean hasAuthority = !hosts.isEmpty() || user != null || hasPassword;
        StringBuilder uri = new StringBuilder(algorithm).append(':');
        if (hasAuthority) {
            uri.append("//");
            writeUser(uri, user, hasPassword);
            uri.append(hosts.stream().map(UriWriter::host).collect(Collectors.joining(",")));
        }
        if (!path.isEmpty()) {
            uri.append(hasAuthority ? "/" : "").append(path(path));
        }
        return uri.append(query(options)).toString();
    }

    private static void writeUser(StringBuilder uri, @Nullable String user, boolean hasPassword) {
        if (user != null) {
            uri.append(PercentCode.encode(user, ""));
        }
        if (hasPassword) {
            uri.append(':').append(MASK);
        }
        if (user != null || hasPassword) {
            uri.append('@');
        }
    }

    private static String host(LockConfig.Host host) {
        return host.toString().replace("%", "%25");
    }

    /** A leading slash belongs to the path here, and would be taken for a separator if it stood bare. */
    private static String path(String path) {
        String encoded = PercentCode.encode(path, HARMLESS);
        return encoded.startsWith("/") ? "%2F" + encoded.substring(1) : encoded;
    }

    /** An option whose name ends in "password" is one, whatever back end it belongs to. */
    private static String value(String option, String value) {
        return option.toLowerCase(Locale.ROOT).endsWith("password") ? MASK : PercentCode.encode(value, HARMLESS);
    }

    private static String query(Map<String, String> options) {
        return new TreeMap<>(options)
                .entrySet().stream()
                        .map(e -> PercentCode.encode(e.getKey(), "") + '=' + value(e.getKey(), e.getValue()))
                        .collect(Collectors.joining("&", options.isEmpty() ? "" : "?", ""));
    }
}
