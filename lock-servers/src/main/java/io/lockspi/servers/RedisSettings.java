package io.lockspi.servers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How a server is to be started; the builder's values, unchangeable. */
record RedisSettings(
        ServerSource source,
        int port,
        Persistence persistence,
        @Nullable String user,
        @Nullable String password,
        List<String> lines,
        Supplier<List<String>> linesAtStart,
        boolean sentinel,
        @Nullable Path directory,
        @Nullable Path program) {

    /** The configuration file; what the caller added comes last and so wins. */
    List<String> configuration(String bind, int listenPort) {
        List<String> all = new ArrayList<>();
        all.add("bind " + bind);
        all.add("port " + listenPort);
        all.add("daemonize no");
        if (!sentinel) {
            all.add("save \"\"");
            all.add("appendonly " + (persistence == Persistence.AOF ? "yes" : "no"));
        }
        addCredentials(all);
        all.addAll(linesAtStart.get());
        all.addAll(lines);
        return all;
    }

    private void addCredentials(List<String> all) {
        if (password != null && user == null) {
            all.add("requirepass " + quote(password));
        } else if (password != null) {
            all.add("user default off");
            all.add("user " + user + " on " + quote(">" + password) + " ~* &* +@all");
        }
    }

    static String quote(String value) {
        return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
