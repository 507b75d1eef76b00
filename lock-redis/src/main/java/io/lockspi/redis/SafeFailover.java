package io.lockspi.redis;

import io.lockspi.LockConfig;
import io.lockspi.LockConfigurationException;
import io.lockspi.redis.node.ReplicaDemand;
import io.lockspi.redis.node.Topology;

/** Where {@code failover=safe} is possible: what it promises is proven for one master with two replicas. */
final class SafeFailover {
    private static final int SERVERS = 3;

    private SafeFailover() {}

    /** How many replicas must confirm: a majority at least. */
    static ReplicaDemand replicas(LockConfig config) {
        if (config.option(ReplicaDemand.OPTION).isEmpty()) {
            return new ReplicaDemand(ReplicaDemand.Kind.MAJORITY, 0);
        }
        ReplicaDemand wanted = ReplicaDemand.read(config);
        if (wanted.isNone()) {
            throw refused("option '" + wanted + "' is too little for it; leave that out, or ask for majority or all");
        }
        return wanted;
    }

    /** Refuses other topologies. How many replicas a master has that Sentinels name, only its scripts can see. */
    static void check(Topology topology) {
        boolean possible = topology.kind() == Topology.Kind.SENTINEL
                || (topology.kind() == Topology.Kind.REPLICAS
                        && topology.hosts().size() == SERVERS);
        if (!possible) {
            throw refused(
                    "it needs a master with two replicas, by topology=sentinel, or by topology=replicas with three"
                            + " hosts; this is " + topology);
        }
    }

    /** The application's client may send a script and the wait for its replicas over different connections. */
    static void refuseForClient(boolean wanted) {
        if (wanted) {
            throw refused("it needs own connections, not the application's client; name the servers in the URI");
        }
    }

    private static LockConfigurationException refused(String why) {
        return new LockConfigurationException("option '" + Quarantine.FAILOVER + "=safe' is refused: " + why);
    }
}
