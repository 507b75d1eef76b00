package io.lockspi.lab.compare;

import io.lockspi.servers.ServerSource;
import org.jspecify.annotations.Nullable;

/** Starts the servers of a topology, and keeps them for the next run if they are well. For one thread. */
final class Stages implements AutoCloseable {
    private final ServerSource source;
    private @Nullable Stage current;
    private @Nullable Setting setting;
    private boolean movable;

    Stages(ServerSource source) {
        this.source = source;
    }

    /** Servers that are well. */
    Stage ready(Setting wanted, Fault fault) {
        boolean needsClock = fault == Fault.CLOCK_MOVED;
        Stage kept = current;
        Setting used = setting;
        if (kept != null && used != null && used.sharesServersWith(wanted) && movable == needsClock) {
            return kept;
        }
        drop();
        Stage started = start(wanted, needsClock);
        current = started;
        setting = wanted;
        movable = needsClock;
        return started;
    }

    private Stage start(Setting wanted, boolean needsClock) {
        FakeClock clock = needsClock ? FakeClock.install() : null;
        return switch (wanted.topology()) {
            case SINGLE -> new SingleStage(source, clock);
            case REPLICAS_ASYNC, REPLICAS_MAJORITY, REPLICAS_SAFE -> new ReplicasStage(wanted, source, clock);
            case REDLOCK_5, REDLOCK_5_SERVE -> new RedlockStage(wanted.topology() == Topology.REDLOCK_5, source, clock);
            case ZOOKEEPER_3 -> new ZooKeeperStage(source);
        };
    }

    /** The next run gets new servers. */
    void drop() {
        Stage dropped = current;
        current = null;
        if (dropped != null) {
            dropped.close();
        }
    }

    @Override
    public void close() {
        drop();
    }
}
