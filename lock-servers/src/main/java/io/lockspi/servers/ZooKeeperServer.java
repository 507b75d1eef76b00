package io.lockspi.servers;

import io.lockspi.tck.fault.FaultProxy;
import io.lockspi.tck.fault.Framing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One server of a {@link ZooKeeperEnsemble}, in a JVM of its own that never outlives this one, or in a container.
 *
 * <p>Thread-safe; calls that change the server's state wait for one another. A restarted server is given time to answer
 * by {@link ZooKeeperEnsemble#awaitServing()}, because it needs a majority beside it.
 */
public final class ZooKeeperServer {

    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(2);

    private final ReentrantLock lock = new ReentrantLock();
    private final int id;
    private final ZooKeeperPorts ports;
    private final Path directory;
    private final List<String> configuration;
    private final @Nullable FaultProxy proxy;
    private final ZooKeeperHost host;

    ZooKeeperServer(
            int id, ZooKeeperPorts ports, ZooKeeperSettings settings, Path directory, List<String> configuration) {
        this.id = id;
        this.ports = ports;
        this.directory = directory;
        this.configuration = configuration;
        this.host = settings.source() == ServerSource.CONTAINERS
                ? new ContainerZooKeeper(directory, configurationFile(), settings.properties())
                : new LocalZooKeeper(configurationFile(), settings.properties());
        this.proxy =
                settings.clientProxies() ? FaultProxy.to("127.0.0.1", ports.client(), Framing.LENGTH_PREFIXED) : null;
    }

    /** Returns the server's number in the ensemble, counted from 1. */
    public int id() {
        return id;
    }

    /** Returns the port at which the server itself listens for clients. */
    public int port() {
        return ports.client();
    }

    /** Returns the port that clients are to connect to: the proxy's if there is one, else the server's own. */
    public int clientPort() {
        return proxy == null ? ports.client() : proxy.port();
    }

    /**
     * Returns the proxy between the clients and this server.
     *
     * @throws IllegalStateException if the ensemble was started without {@link ZooKeeperEnsembleBuilder#clientProxies()}
     */
    public FaultProxy proxy() {
        if (proxy == null) {
            throw new IllegalStateException(
                    "The clients of this ensemble reach it directly; start it with clientProxies()");
        }
        return proxy;
    }

    void launch() {
        locked(() -> {
            killIfRunning();
            try {
                writeFiles();
                host.launch();
            } catch (IOException e) {
                throw new ServerStartException("ZooKeeper server " + id + " could not be started", e);
            }
        });
    }

    private void killIfRunning() {
        if (host.isAlive()) {
            host.kill();
        }
    }

    private void writeFiles() throws IOException {
        Path data = Files.createDirectories(data());
        Files.writeString(data.resolve("myid"), Integer.toString(id));
        Files.write(configurationFile(), configuration);
    }

    private Path configurationFile() {
        return directory.resolve("zoo.cfg");
    }

    private Path data() {
        return directory.resolve("data");
    }

    /** Tells whether its process runs; a paused one does. */
    public boolean isRunning() {
        lock.lock();
        try {
            return host.isAlive();
        } finally {
            lock.unlock();
        }
    }

    /** The process's id, while it runs. */
    long pid() {
        lock.lock();
        try {
            return host.pid();
        } finally {
            lock.unlock();
        }
    }

    /** Ends it in its orderly way, after resuming it if paused; it can be restarted. */
    public void stop() {
        locked(host::stop);
    }

    /** Ends it at once, as by SIGKILL; it can be restarted. */
    public void kill() {
        locked(host::kill);
    }

    /** Freezes it: connections stay, nothing is answered. */
    public void pause() {
        locked(host::pause);
    }

    /** Lets a paused server go on. */
    public void resume() {
        locked(host::resume);
    }

    /** Starts it again with its data, after killing it if it runs. Does not wait until it answers. */
    public void restart() {
        launch();
    }

    /** Starts it again without any data, after killing it if it runs. Does not wait until it answers. */
    public void restartEmpty() {
        locked(() -> {
            killIfRunning();
            try {
                Directories.delete(data());
            } catch (IOException e) {
                throw new UncheckedIOException("The data of " + this + " could not be erased", e);
            }
            launch();
        });
    }

    /**
     * Asks one of ZooKeeper's four-letter words, past the proxy.
     *
     * @param word such as {@code srvr}, {@code wchp} or {@code cons}
     * @return the whole answer; says so in words if the server has no leader
     * @throws UncheckedIOException if no answer comes within 2 seconds
     */
    public String ask(String word) {
        return FourLetterWord.ask(ports.client(), word, ANSWER_TIMEOUT);
    }

    /**
     * Returns what {@code mntr} tells: {@code zk_server_state}, {@code zk_watch_count}, counts of requests and so on.
     *
     * @return by name; nearly empty if the server has no leader
     * @throws UncheckedIOException if no answer comes within 2 seconds
     */
    public Map<String, String> monitor() {
        return FourLetterWord.monitor(ports.client(), ANSWER_TIMEOUT);
    }

    /** Returns one of the numbers of {@link #monitor()}; 0 if it is not told. */
    public long count(String name) {
        return (long) Double.parseDouble(monitor().getOrDefault(name, "0"));
    }

    /** Why it cannot be used yet; empty if it can. */
    String trouble() {
        try {
            return monitor().containsKey("zk_server_state") ? "" : "it has no leader";
        } catch (UncheckedIOException e) {
            return e.toString();
        }
    }

    boolean isLeader() {
        try {
            // An ensemble of one leads itself.
            return "leader".equals(monitor().get("zk_server_state"));
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    /** What it said on standard error. */
    List<String> errors() {
        lock.lock();
        try {
            return host.errors();
        } finally {
            lock.unlock();
        }
    }

    void close() {
        locked(() -> {
            host.close();
            if (proxy != null) {
                proxy.close();
            }
        });
    }

    private void locked(Runnable action) {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public String toString() {
        return "ZooKeeper server " + id + " on 127.0.0.1:" + ports.client();
    }
}
