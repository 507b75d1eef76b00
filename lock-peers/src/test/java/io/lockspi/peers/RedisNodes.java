package io.lockspi.peers;

import io.lockspi.servers.RedisServer;
import io.lockspi.tck.NodeFaults;
import java.util.List;

/** Redis servers as the kit's nodes; they forget everything when they are killed. */
record RedisNodes(List<RedisServer> servers) implements NodeFaults {
    @Override
    public int size() {
        return servers.size();
    }

    @Override
    public boolean keepsData() {
        return false;
    }

    @Override
    public void kill(int node) {
        servers.get(node).kill();
    }

    @Override
    public void start(int node) {
        servers.get(node).restartEmpty();
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
