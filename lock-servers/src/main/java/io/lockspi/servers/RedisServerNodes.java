package io.lockspi.servers;

import io.lockspi.tck.NodeFaults;
import java.util.List;
import java.util.function.Consumer;

/** Redis servers as the kit's nodes. As thread-safe as {@link NodeFaults} asks for. */
public final class RedisServerNodes implements NodeFaults {
    private final List<RedisServer> servers;
    private final Consumer<RedisServer> restart;
    private final boolean keepsData;

    private RedisServerNodes(List<RedisServer> servers, Consumer<RedisServer> restart, boolean keepsData) {
        this.servers = List.copyOf(servers);
        this.restart = restart;
        this.keepsData = keepsData;
    }

    /**
     * Servers that come back without their data.
     *
     * @param servers one or more
     */
    public static RedisServerNodes forgetful(List<RedisServer> servers) {
        return new RedisServerNodes(servers, RedisServer::restartEmpty, false);
    }

    /**
     * Servers that come back with what they had written to disk.
     *
     * @param servers one or more, which write before they answer
     */
    public static RedisServerNodes durable(List<RedisServer> servers) {
        return new RedisServerNodes(servers, RedisServer::restart, true);
    }

    @Override
    public int size() {
        return servers.size();
    }

    @Override
    public boolean keepsData() {
        return keepsData;
    }

    @Override
    public void kill(int node) {
        servers.get(node).kill();
    }

    @Override
    public void start(int node) {
        restart.accept(servers.get(node));
    }

    @Override
    public void pause(int node) {
        servers.get(node).pause();
    }

    @Override
    public void resume(int node) {
        servers.get(node).resume();
    }
}
