package io.lockspi.servers;

import io.lockspi.tck.NodeFaults;
import java.util.List;
import java.util.OptionalInt;

/** The servers of an ensemble as the kit's nodes. */
final class ZooKeeperNodes implements NodeFaults {
    private final ZooKeeperEnsemble ensemble;
    private final List<ZooKeeperServer> servers;

    ZooKeeperNodes(ZooKeeperEnsemble ensemble) {
        this.ensemble = ensemble;
        this.servers = ensemble.servers();
    }

    @Override
    public int size() {
        return servers.size();
    }

    @Override
    public boolean keepsData() {
        return true;
    }

    @Override
    public void kill(int node) {
        if (servers.get(node).isRunning()) {
            servers.get(node).kill();
        }
    }

    /** Fewer than a majority serve nobody, so the first of several is not waited for. */
    @Override
    public void start(int node) {
        if (!servers.get(node).isRunning()) {
            servers.get(node).restart();
        }
        long running = servers.stream().filter(ZooKeeperServer::isRunning).count();
        if (running > servers.size() / 2) {
            ensemble.awaitServing();
        }
    }

    @Override
    public OptionalInt leader() {
        return OptionalInt.of(servers.indexOf(ensemble.leader()));
    }

    /** Needs {@link ZooKeeperEnsembleBuilder#peerProxies()}. */
    @Override
    public void isolate(int node) {
        ensemble.cutFromPeers(servers.get(node));
    }

    @Override
    public void rejoin(int node) {
        ensemble.healPeers(servers.get(node));
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
