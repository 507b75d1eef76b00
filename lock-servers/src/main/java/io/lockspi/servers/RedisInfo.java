package io.lockspi.servers;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what Redis's INFO command says. */
final class RedisInfo {

    private static final Pattern CALLS = Pattern.compile("^cmdstat_([^:]+):calls=(\\d+)", Pattern.MULTILINE);

    private RedisInfo() {}

    /** Calls by command name in upper case; a subcommand is written as {@code CLIENT|SETNAME}. */
    static Map<String, Long> calls(String commandStats) {
        Map<String, Long> calls = new TreeMap<>();
        Matcher matcher = CALLS.matcher(commandStats);
        while (matcher.find()) {
            calls.put(matcher.group(1).toUpperCase(Locale.ROOT), Long.valueOf(matcher.group(2)));
        }
        return calls;
    }

    /** The value of a field, or an empty text if it is not there. */
    static String field(String info, String name) {
        Matcher matcher = Pattern.compile("^" + Pattern.quote(name) + ":([^\\r\\n]*)", Pattern.MULTILINE)
                .matcher(info);
        return matcher.find() ? matcher.group(1) : "";
    }
}
