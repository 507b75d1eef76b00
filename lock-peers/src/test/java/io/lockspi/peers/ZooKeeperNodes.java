package io.lockspi.peers;

import io.lockspi.servers.ZooKeeperEnsemble;
import io.lockspi.servers.ZooKeeperServer;
import io.lockspi.tck.NodeFaults;

/** An ensemble's servers as the kit's nodes; they keep their data. */
record ZooKeeperNodes(ZooKeeperEnsemble ensemble) implements NodeFaults {

    private ZooKeeperServer server(int node) {
        return ensemble.servers().get(node);
    }

    @Override
    public int size() {
        return ensemble.servers().size();
    }

    @Override
    public boolean keepsData() {
        return true;
    }

    @Override
    public void kill(int node) {
        if (server(node).isRunning()) {
            server(node).kill();
        }
    }

    /** A server needs a majority beside it, so the first ones to be started do not serve yet. */
    @Override
    public void start(int node) {
        server(node).restart();
        long running =
                ensemble.servers().stream().filter(ZooKeeperServer::isRunning).count();
        if (running > size() / 2) {
            ensemble.awaitServing();
        }
    }

    @Override
    public void pause(int node) {
        server(node).pause();
    }

    @Override
    public void resume(int node) {
        server(node).resume();
    }
}
