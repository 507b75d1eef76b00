package io.lockspi.servers;

import io.lockspi.tck.NodeFaults;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A real Redis server for tests and the lab, on 127.0.0.1, that never outlives this JVM.
 *
 * <p>Thread-safe; calls that change the server's state wait for one another. All of them are repeatable after a
 * restart; after {@link #close()} none may be called but {@code close()}.
 */
public final class RedisServer implements AutoCloseable {

    private static final Duration START_TIMEOUT = Duration.ofSeconds(20);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration POLL = Duration.ofMillis(5);
    private static final int PORT_ATTEMPTS = 5;

    private final ReentrantLock lock = new ReentrantLock();
    private final RedisSettings settings;
    private final RedisHost host;

    private RedisServer(RedisSettings settings, RedisHost host) {
        this.settings = settings;
        this.host = host;
    }

    /**
     * Starts a server with the default settings: a free port, no password, nothing written to disk.
     *
     * @throws ServerStartException if it cannot be started; the message has the end of its log
     */
    public static RedisServer start() {
        return builder().start();
    }

    /** Returns a builder for a server with other settings. */
    public static RedisServerBuilder builder() {
        return new RedisServerBuilder();
    }

    static RedisServer start(RedisSettings settings, boolean fixedPort) {
        for (int attempt = 1; ; attempt++) {
            RedisHost host = newHost(settings);
            try {
                RedisServer server = new RedisServer(settings, host);
                server.launchAndAwait();
                return server;
            } catch (ServerStartException e) {
                boolean taken = String.valueOf(e.getMessage()).contains("Failed listening on port");
                host.close();
                // Between finding a free port and using it another process may have taken it.
                if (fixedPort || !taken || attempt == PORT_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private static RedisHost newHost(RedisSettings settings) {
        int port = settings.port() != 0 ? settings.port() : Ports.free();
        return settings.source() == ServerSource.CONTAINERS
                ? inContainer(settings, port)
                : new LocalRedis(settings, port);
    }

    private static RedisHost inContainer(RedisSettings settings, int port) {
        try {
            return new ContainerRedis(settings, port);
        } catch (NoClassDefFoundError e) {
            throw new ServerStartException(
                    "Containers were asked for and Testcontainers is not on the class path; add"
                            + " org.testcontainers:testcontainers, or use -D" + ServerSource.PROPERTY + "=packaged",
                    e);
        }
    }

    private void launchAndAwait() {
        host.launch();
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        String last = answer();
        while (!last.isEmpty()) {
            if (!host.isRunning()) {
                throw failure("ended while it started", last);
            }
            if (System.nanoTime() - deadline > 0) {
                throw failure("did not answer within " + START_TIMEOUT, last);
            }
            LockSupport.parkNanos(POLL.toNanos());
            last = answer();
        }
    }

    /** Why the server cannot be used yet; empty if it can. */
    private String answer() {
        try (RedisProbe probe = connect(ANSWER_TIMEOUT)) {
            Object pong = probe.command("PING");
            String info = String.valueOf(probe.command("INFO", "server"));
            // With two servers on one port it is the other that answers while ours is about to give up.
            boolean own = host.isRunning() && host.isOwn(RedisInfo.field(info, "process_id"));
            return own ? "" : "another server answered " + pong;
        } catch (UncheckedIOException | RedisReplyException e) {
            return e.toString();
        }
    }

    private ServerStartException failure(String what, String last) {
        return new ServerStartException(
                "The Redis server on " + host() + ":" + port() + " " + what + " (" + last + "). The end of its log:\n"
                        + String.join("\n", host.logTail()),
                null);
    }

    /** Returns the address to connect to. */
    public String host() {
        return host.host();
    }

    /** Returns the TCP port, the same over restarts. */
    public int port() {
        return host.port();
    }

    /** Returns {@code redis://[user:password@]host:port}. */
    public URI uri() {
        try {
            String name = settings.user() == null ? "" : settings.user();
            String credentials = settings.password() == null ? null : name + ":" + settings.password();
            return new URI("redis", credentials, host(), port(), null, null, null);
        } catch (URISyntaxException e) {
            throw new IllegalStateException("No URI can be made for " + host() + ":" + port(), e);
        }
    }

    /** This server alone as the kit's nodes. */
    public NodeFaults nodes() {
        return new RedisNodes(List.of(this));
    }

    boolean keepsData() {
        return settings.persistence() == Persistence.AOF;
    }

    /** Tells whether it runs; a paused server does. */
    public boolean isRunning() {
        return locked(host::isRunning);
    }

    /** Ends it in its orderly way, after resuming it if paused; it can be restarted. */
    public void stop() {
        change(host::stop);
    }

    /** Ends it at once, as by SIGKILL; it can be restarted. */
    public void kill() {
        change(host::kill);
    }

    /** Freezes it: connections stay, nothing is answered. */
    public void pause() {
        change(host::pause);
    }

    /** Lets a paused server go on. */
    public void resume() {
        change(host::resume);
    }

    /**
     * Starts it again on the same port with its data, after killing it if it runs.
     *
     * @throws IllegalStateException without {@link Persistence#AOF}, as nothing would be kept
     * @throws ServerStartException if it does not come back; the message has the end of its log
     */
    public void restart() {
        if (!keepsData()) {
            throw new IllegalStateException("The Redis server on port " + port()
                    + " writes nothing to disk, so a restart cannot keep its data; use restartEmpty(), or start it with"
                    + " persistence(AOF)");
        }
        change(() -> {
            killIfRunning();
            launchAndAwait();
        });
    }

    /**
     * Starts it again on the same port without any data, after killing it if it runs.
     *
     * @throws ServerStartException if it does not come back; the message has the end of its log
     */
    public void restartEmpty() {
        change(() -> {
            killIfRunning();
            host.eraseData();
            launchAndAwait();
        });
    }

    private void killIfRunning() {
        if (host.isRunning()) {
            host.kill();
        }
    }

    /**
     * Opens a connection, authenticated if the server asks for it. The caller closes it.
     *
     * @param timeout for connecting and for each answer
     * @throws UncheckedIOException if it cannot connect in time
     */
    public RedisProbe connect(Duration timeout) {
        RedisProbe probe = RedisProbe.connect(host(), port(), timeout);
        try {
            authenticate(probe);
            return probe;
        } catch (RuntimeException e) {
            probe.close();
            throw e;
        }
    }

    private void authenticate(RedisProbe probe) {
        if (settings.password() != null && settings.user() != null) {
            probe.command("AUTH", settings.user(), settings.password());
        } else if (settings.password() != null) {
            probe.command("AUTH", settings.password());
        }
    }

    /**
     * Sends one command on a connection of its own and waits up to 5 seconds for the answer.
     *
     * @return as {@link RedisProbe#command}
     * @throws RedisReplyException if Redis answers with an error
     * @throws UncheckedIOException if no answer comes
     */
    public @Nullable Object command(String... words) {
        try (RedisProbe probe = connect(ANSWER_TIMEOUT)) {
            return probe.command(words);
        }
    }

    /**
     * As {@link #command}, for what only reads: it asks again when the connection is cut, as a Sentinel does to all clients
     * of a server to which it gives another role.
     */
    @Nullable
    Object read(String... words) {
        long deadline = System.nanoTime() + ANSWER_TIMEOUT.toNanos();
        while (true) {
            try {
                return command(words);
            } catch (UncheckedIOException e) {
                boolean cut = !(e.getCause() instanceof SocketTimeoutException);
                if (!cut || !isRunning() || System.nanoTime() - deadline > 0) {
                    throw e;
                }
                LockSupport.parkNanos(POLL.toNanos());
            }
        }
    }

    /** Returns how often each command was called since the start or {@code CONFIG RESETSTAT}, by upper-case name. */
    public Map<String, Long> calls() {
        return RedisInfo.calls(String.valueOf(command("INFO", "commandstats")));
    }

    /** Begins to collect what the server executes, as Redis's MONITOR shows it. The caller closes it. */
    public RedisMonitor monitor() {
        return RedisMonitor.start(connect(ANSWER_TIMEOUT));
    }

    private void change(Runnable action) {
        locked(() -> {
            action.run();
            return true;
        });
    }

    private <T> T locked(Supplier<T> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    /** Kills it and removes its temporary files. Idempotent. */
    @Override
    public void close() {
        change(host::close);
    }

    @Override
    public String toString() {
        return "Redis server on " + host() + ":" + port();
    }
}
