package io.lockspi.servers;

import io.lockspi.tck.NodeFaults;
import java.util.List;

/** Redis servers as the kit's nodes. A server keeps its data if it was started with {@link Persistence#AOF}. */
final class RedisNodes implements NodeFaults {
    private final List<RedisServer> servers;
    private final Runnable whenAllRun;

    RedisNodes(List<RedisServer> servers) {
        this(servers, () -> {});
    }

    /**
     * Servers that need one another.
     *
     * @param whenAllRun waits until they serve, once all run
     */
    RedisNodes(List<RedisServer> servers, Runnable whenAllRun) {
        this.servers = servers;
        this.whenAllRun = whenAllRun;
    }

    @Override
    public int size() {
        return servers.size();
    }

    @Override
    public boolean keepsData() {
        return servers.stream().allMatch(RedisServer::keepsData);
    }

    @Override
    public void kill(int node) {
        if (servers.get(node).isRunning()) {
            servers.get(node).kill();
        }
    }

    @Override
    public void start(int node) {
        RedisServer server = servers.get(node);
        if (server.isRunning()) {
            return;
        }
        if (server.keepsData()) {
            server.restart();
        } else {
            server.restartEmpty();
        }
        if (servers.stream().allMatch(RedisServer::isRunning)) {
            whenAllRun.run();
        }
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
