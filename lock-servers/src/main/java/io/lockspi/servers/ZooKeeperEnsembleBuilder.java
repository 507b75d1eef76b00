package io.lockspi.servers;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects how a {@link ZooKeeperEnsemble} is to be started. Not thread-safe. */
public final class ZooKeeperEnsembleBuilder {

    private ServerSource source = ServerSource.configured();
    private int size = 1;
    private Duration tick = Duration.ofMillis(500);
    private boolean clientProxies;
    private boolean peerProxies;
    private final List<String> lines = new ArrayList<>();
    private final Map<String, String> properties = new LinkedHashMap<>();

    ZooKeeperEnsembleBuilder() {}

    /**
     * Sets the number of servers; 1 by default.
     *
     * @throws IllegalArgumentException if it is not 1, 3 or 5
     */
    public ZooKeeperEnsembleBuilder size(int value) {
        if (value != 1 && value != 3 && value != 5) {
            throw new IllegalArgumentException("An ensemble of " + value + " servers was asked; it can be 1, 3 or 5");
        }
        size = value;
        return this;
    }

    /**
     * Sets where the servers run, by default what {@link ServerSource#configured()} says: in containers, or in JVMs of this
     * machine, whatever else is chosen.
     */
    public ZooKeeperEnsembleBuilder source(ServerSource value) {
        source = value;
        return this;
    }

    /**
     * Sets ZooKeeper's tick, 500 ms by default. Sessions last from 2 to 20 ticks, unless {@link #config} says otherwise.
     *
     * @param value whole milliseconds, at least one
     */
    public ZooKeeperEnsembleBuilder tick(Duration value) {
        if (value.toMillis() < 1) {
            throw new IllegalArgumentException("A tick of " + value + " was asked; it is at least one millisecond");
        }
        tick = value;
        return this;
    }

    /** Puts a fault proxy between the clients and each server; see {@link ZooKeeperServer#proxy()}. */
    public ZooKeeperEnsembleBuilder clientProxies() {
        clientProxies = true;
        return this;
    }

    /** Puts fault proxies between the servers; see {@link ZooKeeperEnsemble#cutFromPeers}. */
    public ZooKeeperEnsembleBuilder peerProxies() {
        peerProxies = true;
        return this;
    }

    /** Adds a line to each server's configuration file, such as {@code maxSessionTimeout=60000}; it wins. */
    public ZooKeeperEnsembleBuilder config(String line) {
        lines.add(line);
        return this;
    }

    /** Sets a system property of each server's JVM, such as {@code znode.container.checkIntervalMs}. */
    public ZooKeeperEnsembleBuilder property(String name, String value) {
        properties.put(name, value);
        return this;
    }

    /**
     * Starts the servers and waits until they have a leader and all of them answer.
     *
     * @throws ServerStartException if they cannot be started; the message has what they said
     */
    public ZooKeeperEnsemble start() {
        return ZooKeeperEnsemble.start(new ZooKeeperSettings(
                source, size, tick, clientProxies, peerProxies, List.copyOf(lines), Map.copyOf(properties)));
    }
}
