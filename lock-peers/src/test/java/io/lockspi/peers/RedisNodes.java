package io.lockspi.peers;

import io.lockspi.servers.RedisServer;
import io.lockspi.tck.NodeFaults;
import java.util.List;

/** Redis servers as the kit's nodes. With {@code aof} they come back with their data, otherwise empty. */
record RedisNodes(List<RedisServer> servers, boolean aof) implements NodeFaults {
    @Override
    public int size() {
        return servers.size();
    }

    @Override
    public boolean keepsData() {
        return aof;
    }

    @Override
    public void kill(int node) {
        servers.get(node).kill();
    }

    @Override
    public void start(int node) {
        if (aof) {
            servers.get(node).restart();
        } else {
            servers.get(node).restartEmpty();
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
