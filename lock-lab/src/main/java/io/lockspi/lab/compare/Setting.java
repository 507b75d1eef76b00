package io.lockspi.lab.compare;

import java.time.Duration;

/**
 * Which lock is asked for: the topology, and the lease that makes the fault's outcome certain. Immutable.
 *
 * @param topology the servers
 * @param lease how long a claim lasts
 */
record Setting(Topology topology, Duration lease) {
    private static final Duration SHORT = Duration.ofSeconds(3);

    /** What suits a fault. */
    static Setting of(Topology topology, Fault fault) {
        return new Setting(topology, lease(topology, fault));
    }

    /**
     * A holder that is disturbed itself is waited for two leases, so they are short. Where servers fail, the first renewal, a
     * third of the lease after the claim, must not come before the others have had their chance.
     */
    private static Duration lease(Topology topology, Fault fault) {
        return switch (fault) {
            case PRIMARY_KILLED ->
                switch (topology) {
                    case REPLICAS_ASYNC, REPLICAS_MAJORITY -> Duration.ofSeconds(45);
                    case REPLICAS_SAFE -> Duration.ofSeconds(20);
                    case ZOOKEEPER_3 -> Duration.ofSeconds(10);
                    default -> SHORT;
                };
            case NODE_EMPTIED -> Duration.ofSeconds(15);
            case MINORITY_KILLED, STALE_FOLLOWER -> topology == Topology.ZOOKEEPER_3 ? Duration.ofSeconds(10) : SHORT;
            default -> SHORT;
        };
    }

    /** The URI's options. */
    String options() {
        String all = "lease=" + lease;
        return switch (topology) {
            case SINGLE -> all;
            case REPLICAS_ASYNC -> all + "&replicas=0&reassert=off";
            case REPLICAS_MAJORITY -> all + "&replicas=majority";
            case REPLICAS_SAFE -> all + "&failover=safe&maxLease=" + lease;
            case REDLOCK_5 -> all + "&nodeTimeout=200ms&maxLease=" + lease;
            case REDLOCK_5_SERVE -> all + "&nodeTimeout=200ms&restart=serve";
            case ZOOKEEPER_3 -> all + "&sessionTimeout=" + lease + "&tick=" + ZooKeeperStage.TICK;
        };
    }

    /** Whether servers that were used with one of the settings can be used with the other: some remember the longest lease. */
    boolean sharesServersWith(Setting other) {
        boolean remembers = topology == Topology.REPLICAS_SAFE || topology == Topology.REDLOCK_5;
        return topology == other.topology && (!remembers || lease.equals(other.lease));
    }
}
