package io.lockspi.servers;

import io.lockspi.tck.NodeFaults;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Several independent Redis servers, none of which replicates another, that never outlive this JVM. Thread-safe. */
public final class RedisGroup implements AutoCloseable {
    private final List<RedisServer> servers;

    private RedisGroup(List<RedisServer> servers) {
        this.servers = List.copyOf(servers);
    }

    /**
     * Starts servers with the default settings.
     *
     * @param count how many
     * @throws ServerStartException if one cannot be started; none runs then
     */
    public static RedisGroup start(int count) {
        return start(count, builder -> builder);
    }

    /**
     * Starts servers.
     *
     * @param count how many
     * @param settings makes the settings of each
     * @throws ServerStartException if one cannot be started; none runs then
     */
    public static RedisGroup start(int count, UnaryOperator<RedisServerBuilder> settings) {
        List<RedisServer> started = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                started.add(settings.apply(RedisServer.builder()).start());
            }
            return new RedisGroup(started);
        } catch (RuntimeException e) {
            started.forEach(RedisServer::close);
            throw e;
        }
    }

    /** Returns the servers, in the order of {@link #hosts}; each can be killed, paused and restarted by itself. */
    public List<RedisServer> servers() {
        return servers;
    }

    /**
     * Returns one of the servers.
     *
     * @param index 0 for the first
     */
    public RedisServer get(int index) {
        return servers.get(index);
    }

    /** Returns {@code host:port,host:port}, as URIs name several servers. */
    public String hosts() {
        return servers.stream()
                .map(server -> server.host() + ":" + server.port())
                .collect(Collectors.joining(","));
    }

    /** The servers as the kit's nodes, in the order of {@link #hosts}. */
    public NodeFaults nodes() {
        return new RedisNodes(servers);
    }

    /** Kills as many servers as the others can do without: fewer than half. Returns how many. */
    public int killMinority() {
        int minority = (servers.size() - 1) / 2;
        servers.subList(0, minority).forEach(RedisServer::kill);
        return minority;
    }

    /** Kills all and removes their temporary files. Idempotent. */
    @Override
    public void close() {
        servers.forEach(RedisServer::close);
    }

    @Override
    public String toString() {
        return "Redis servers on " + hosts();
    }
}
