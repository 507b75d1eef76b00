package io.lockspi.internal;

import io.lockspi.LockConfig;
import io.lockspi.LockConfigurationException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads one URI. {@link java.net.URI} cannot: it knows neither several hosts nor several IPv6 addresses. */
final class UriReader {
    private static final String EXAMPLE = "; write for example redis://localhost:6379";

    private final String uri;
    private @Nullable String user;
    private @Nullable String password;

    UriReader(@Nullable String uri) {
        if (uri == null || uri.isBlank()) {
            throw new LockConfigurationException("the lock URI is empty" + EXAMPLE);
        }
        this.uri = uri;
    }

    ConfigParser.Parts read() {
        checkCharacters();
        int colon = uri.indexOf(':');
        if (colon < 0) {
            throw new LockConfigurationException("the lock URI has no scheme" + EXAMPLE);
        }
        String algorithm = ConfigParser.checkAlgorithm(uri.substring(0, colon));
        String rest = uri.substring(colon + 1);
        int question = rest.indexOf('?');
        String before = question < 0 ? rest : rest.substring(0, question);
        String query = question < 0 ? "" : rest.substring(question + 1);
        boolean hasAuthority = before.startsWith("//");
        int slash = hasAuthority ? before.indexOf('/', 2) : 0;
        String authority = hasAuthority ? before.substring(2, slash < 0 ? before.length() : slash) : "";
        String path = slash < 0 ? "" : before.substring(slash);
        checkAtSigns(authority, path + query);
        List<LockConfig.Host> hosts = HostList.read(readUser(authority));
        return new ConfigParser.Parts(algorithm, hosts, user, password, readPath(path), readOptions(query));
    }

    private void checkCharacters() {
        for (int i = 0; i < uri.length(); ) {
            int point = uri.codePointAt(i);
            if (point == '#') {
                throw new LockConfigurationException("the lock URI has a fragment at character " + i
                        + ": remove it, or write %23 if the '#' belongs to a password or value");
            }
            if (Character.isWhitespace(point) || Character.isSpaceChar(point) || Character.isISOControl(point)) {
                throw new LockConfigurationException("the lock URI has a space or control character at character " + i
                        + ": remove it, or percent-encode it (a space is %20)");
            }
            if (Character.getType(point) == Character.SURROGATE) {
                throw new LockConfigurationException(
                        "the lock URI has half of a surrogate pair at character " + i + ": remove it");
            }
            i += Character.charCount(point);
        }
    }

    /** Without this check, the tail of a password with a bare slash would be taken for a path or an option, and shown. */
    private static void checkAtSigns(String authority, String after) {
        if (authority.indexOf('@') != authority.lastIndexOf('@') || after.indexOf('@') >= 0) {
            throw new LockConfigurationException(
                    "the lock URI has an '@' elsewhere than between the user and the first host: write %40 for it"
                            + " (and %2F, %3F, %23 for '/', '?', '#' in a password)");
        }
    }

    /** Takes the user's part off. */
    private String readUser(String authority) {
        int at = authority.indexOf('@');
        if (at < 0) {
            return authority;
        }
        String info = authority.substring(0, at);
        int colon = info.indexOf(':');
        user = emptyToNull(PercentCode.decode("the user name", colon < 0 ? info : info.substring(0, colon)));
        password = colon < 0 ? null : emptyToNull(PercentCode.decode("the password", info.substring(colon + 1)));
        return authority.substring(at + 1);
    }

    private static @Nullable String emptyToNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private static String readPath(String path) {
        return PercentCode.decode("the path", path.startsWith("/") ? path.substring(1) : path);
    }

    private static Map<String, String> readOptions(String query) {
        Map<String, String> options = new LinkedHashMap<>();
        if (query.isEmpty()) {
            return options;
        }
        for (String option : query.split("&", -1)) {
            int equals = option.indexOf('=');
            String name = PercentCode.decode("an option's name", equals < 0 ? option : option.substring(0, equals));
            String value = equals < 0 ? "" : option.substring(equals + 1);
            ConfigParser.checkOption(name, value);
            if (options.put(name, PercentCode.decode("option '" + name + "'", value)) != null) {
                throw new LockConfigurationException("option '" + name + "' is given twice: remove one of them");
            }
        }
        return options;
    }
}
