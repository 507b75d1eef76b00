package io.lockspi.servers;

/** The ports of one ZooKeeper server, the same over restarts. */
record ZooKeeperPorts(int client, int quorum, int election) {

    static ZooKeeperPorts free() {
        return new ZooKeeperPorts(Ports.free(), Ports.free(), Ports.free());
    }
}
