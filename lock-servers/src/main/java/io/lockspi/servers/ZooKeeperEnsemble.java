package io.lockspi.servers;

import io.lockspi.tck.NodeFaults;
import io.lockspi.tck.fault.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One, three or five real ZooKeeper servers for tests and the lab, on 127.0.0.1, which never outlive this JVM.
 *
 * <p>Thread-safe. What is written survives a kill, but not {@link ZooKeeperServer#restartEmpty()}.
 */
public final class ZooKeeperEnsemble implements AutoCloseable {

    private static final Duration START_TIMEOUT = Duration.ofSeconds(90);
    private static final Duration POLL = Duration.ofMillis(20);
    private static final int PORT_ATTEMPTS = 5;

    private final Path directory;
    private final PeerLinks links;
    private final List<ZooKeeperServer> servers;

    private ZooKeeperEnsemble(ZooKeeperSettings settings) {
        try {
            directory = Files.createTempDirectory("lockspi-zookeeper-");
        } catch (IOException e) {
            throw new UncheckedIOException("No directory for a ZooKeeper ensemble can be made", e);
        }
        ChildProcess.removeAtEnd(directory);
        List<ZooKeeperPorts> ports =
                Stream.generate(ZooKeeperPorts::free).limit(settings.size()).toList();
        links = new PeerLinks(ports, settings.peerProxies());
        List<ZooKeeperServer> all = new ArrayList<>();
        for (int i = 0; i < ports.size(); i++) {
            Path own = directory.resolve(Integer.toString(i + 1));
            all.add(new ZooKeeperServer(i + 1, ports.get(i), settings, own, configuration(i, own, ports, settings)));
        }
        servers = List.copyOf(all);
    }

    private List<String> configuration(int index, Path own, List<ZooKeeperPorts> ports, ZooKeeperSettings settings) {
        List<String> lines = new ArrayList<>(List.of(
                "tickTime=" + settings.tick().toMillis(),
                "initLimit=40",
                "syncLimit=10",
                "dataDir=" + own.resolve("data"),
                "clientPort=" + ports.get(index).client(),
                "clientPortAddress=127.0.0.1",
                "maxClientCnxns=0",
                "4lw.commands.whitelist=*",
                "standaloneEnabled=false"));
        for (int i = 0; i < ports.size(); i++) {
            ZooKeeperPorts peer = ports.get(i);
            lines.add("server." + (i + 1) + "=127.0.0.1:" + links.port(index, i) + ":" + peer.election());
        }
        lines.addAll(settings.lines());
        return lines;
    }

    /**
     * Starts an ensemble with a tick of 500 ms.
     *
     * @param size 1, 3 or 5
     * @throws ServerStartException if it cannot be started; the message has what the servers said
     */
    public static ZooKeeperEnsemble start(int size) {
        return builder().size(size).start();
    }

    /** Returns a builder for an ensemble with other settings. */
    public static ZooKeeperEnsembleBuilder builder() {
        return new ZooKeeperEnsembleBuilder();
    }

    static ZooKeeperEnsemble start(ZooKeeperSettings settings) {
        for (int attempt = 1; ; attempt++) {
            ZooKeeperEnsemble ensemble = new ZooKeeperEnsemble(settings);
            try {
                ensemble.servers.forEach(ZooKeeperServer::launch);
                ensemble.awaitServing();
                return ensemble;
            } catch (RuntimeException e) {
                ensemble.close();
                // Between finding a free port and using it another process may have taken it.
                boolean taken = String.valueOf(e.getMessage()).contains("BindException");
                if (!taken || attempt == PORT_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /**
     * Waits until every server that runs has a leader and answers.
     *
     * @throws ServerStartException if that is not so after 90 seconds, or if a server ended by itself
     */
    public void awaitServing() {
        List<ZooKeeperServer> running =
                servers.stream().filter(ZooKeeperServer::isRunning).toList();
        List<String> troubles = new ArrayList<>();
        boolean serving = await(() -> {
            troubles.clear();
            for (ZooKeeperServer server : running) {
                if (!server.isRunning()) {
                    throw new ServerStartException(server + " ended by itself. It said:\n" + said(server), null);
                }
                String trouble = server.trouble();
                if (!trouble.isEmpty()) {
                    troubles.add(server + ": " + trouble + "; it said: " + said(server));
                }
            }
            return troubles.isEmpty();
        });
        if (!serving) {
            throw new ServerStartException("Not all servers answer after " + START_TIMEOUT + ": " + troubles, null);
        }
    }

    private static String said(ZooKeeperServer server) {
        return String.join("\n", server.errors());
    }

    private static boolean await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            LockSupport.parkNanos(POLL.toNanos());
        }
        return true;
    }

    /** Returns all servers, by their number; the first is server 1. */
    public List<ZooKeeperServer> servers() {
        return servers;
    }

    /**
     * Returns the server that leads now, after waiting for one.
     *
     * @throws IllegalStateException if there is none after 90 seconds
     */
    public ZooKeeperServer leader() {
        List<ZooKeeperServer> found = new ArrayList<>();
        boolean any = await(() -> {
            found.clear();
            servers.stream()
                    .filter(ZooKeeperServer::isRunning)
                    .filter(ZooKeeperServer::isLeader)
                    .forEach(found::add);
            return !found.isEmpty();
        });
        if (!any) {
            throw new IllegalStateException("The ensemble " + this + " has no leader after " + START_TIMEOUT);
        }
        return found.get(0);
    }

    /** Returns the running servers that do not lead now. */
    public List<ZooKeeperServer> followers() {
        ZooKeeperServer leader = leader();
        return servers.stream()
                .filter(server -> server != leader && server.isRunning())
                .toList();
    }

    /**
     * Cuts the connections over which a server replicates from or to the others; its clients stay connected until it finds
     * out, after the sync limit. Elections still hear it. Meant for followers: pause or kill a leader instead.
     *
     * @throws IllegalStateException if the ensemble was started without {@link ZooKeeperEnsembleBuilder#peerProxies()}
     */
    public void cutFromPeers(ZooKeeperServer server) {
        links.cut(servers.indexOf(server));
    }

    /** Lets a server talk with the others again. */
    public void healPeers(ZooKeeperServer server) {
        links.heal(servers.indexOf(server));
    }

    /** The servers as the kit's nodes, in the order of {@link #connectString}. */
    public NodeFaults nodes() {
        return new ZooKeeperNodes(this);
    }

    /** Returns {@code host:port,host:port}, as ZooKeeper's clients take it. */
    public String connectString() {
        return servers.stream()
                .map(server -> "127.0.0.1:" + server.clientPort())
                .collect(Collectors.joining(","));
    }

    /** Returns {@code zookeeper://host:port,host:port}. */
    public URI uri() {
        return URI.create("zookeeper://" + connectString());
    }

    /** Kills all servers and removes their files. Idempotent. */
    @Override
    public void close() {
        servers.forEach(ZooKeeperServer::close);
        links.close();
        try {
            Directories.delete(directory);
        } catch (IOException e) {
            throw new UncheckedIOException("The directory of " + this + " stays", e);
        }
    }

    @Override
    public String toString() {
        return "ZooKeeper ensemble at " + connectString();
    }
}
