package io.lockspi.servers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Collects how a {@link RedisServer} is to be started. Not thread-safe. */
public final class RedisServerBuilder {

    private int port;
    private Persistence persistence = Persistence.NONE;
    private @Nullable String user;
    private @Nullable String password;
    private final List<String> lines = new ArrayList<>();
    private Supplier<List<String>> linesAtStart = List::of;
    private boolean sentinel;
    private @Nullable Path directory;
    private @Nullable Path program;
    private @Nullable ServerSource source;

    RedisServerBuilder() {}

    /** Sets the TCP port; 0, the default, takes a free one, which the server keeps over restarts. */
    public RedisServerBuilder port(int value) {
        if (value < 0 || value > 65_535) {
            throw new IllegalArgumentException(
                    "Port " + value + " was asked; it can be 1 to 65535, or 0 for a free one");
        }
        port = value;
        return this;
    }

    /** Sets what is written to disk; nothing by default. */
    public RedisServerBuilder persistence(Persistence value) {
        persistence = value;
        return this;
    }

    /** Asks every client for this password. */
    public RedisServerBuilder password(String value) {
        user = null;
        password = value;
        return this;
    }

    /** Lets in one user with all rights, by name and password, and nobody else. */
    public RedisServerBuilder user(String name, String itsPassword) {
        user = name;
        password = itsPassword;
        return this;
    }

    /** Adds a line to the configuration file, such as {@code maxclients 100}; it wins over what is set here. */
    public RedisServerBuilder config(String line) {
        lines.add(line);
        return this;
    }

    /** Adds lines to the configuration file that are asked for anew at every start, such as whom to replicate. */
    RedisServerBuilder configAtStart(Supplier<List<String>> value) {
        linesAtStart = value;
        return this;
    }

    /** Makes it a Sentinel, which watches servers and keeps no data. */
    RedisServerBuilder sentinel() {
        sentinel = true;
        return this;
    }

    /** Sets where configuration, log and data go; by default a temporary directory, removed at the end. */
    public RedisServerBuilder directory(Path value) {
        directory = value;
        return this;
    }

    /** Sets the program to run instead of looking for one. */
    public RedisServerBuilder program(Path value) {
        program = value;
        return this;
    }

    /** Sets where the program comes from; by default what {@link ServerSource#configured()} says. */
    public RedisServerBuilder source(ServerSource value) {
        source = value;
        return this;
    }

    /**
     * Starts the server and waits until it answers.
     *
     * @throws ServerStartException if it cannot be started; the message has the end of its log
     */
    public RedisServer start() {
        return RedisServer.start(settings(), port != 0);
    }

    private RedisSettings settings() {
        ServerSource from = source != null ? source : ServerSource.configured();
        return new RedisSettings(
                from,
                port,
                persistence,
                user,
                password,
                List.copyOf(lines),
                linesAtStart,
                sentinel,
                directory,
                program);
    }
}
