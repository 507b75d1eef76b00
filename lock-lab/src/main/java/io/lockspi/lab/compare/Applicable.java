package io.lockspi.lab.compare;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which faults make sense where, and what must be said of them. Without state. */
final class Applicable {
    private Applicable() {}

    /** Why an experiment cannot be run, in one sentence; null if it can. */
    static @Nullable String whyNot(Topology topology, Fault fault) {
        if (topology == Topology.REDLOCK_5_SERVE && fault != Fault.NODE_EMPTIED) {
            return "This setting differs from redlock-5 only in what a restarted server does.";
        }
        return switch (fault) {
            case MINORITY_KILLED -> topology == Topology.SINGLE ? "One server has no minority." : null;
            case MAJORITY_KILLED ->
                topology == Topology.SINGLE ? "One server is no majority of several; see primary-killed." : null;
            case STALE_FOLLOWER ->
                topology == Topology.ZOOKEEPER_3
                        ? null
                        : "Only ZooKeeper's servers vote by what they know; for replicas see primary-killed.";
            case CLOCK_MOVED ->
                topology == Topology.ZOOKEEPER_3
                        ? "ZooKeeper's servers measure sessions by the monotonic clock, which does not jump."
                        : FakeClock.missing();
            default -> null;
        };
    }

    /** What is special about an experiment, one sentence each. */
    static List<String> notes(Topology topology, Fault fault) {
        List<String> notes = new ArrayList<>();
        switch (fault) {
            case PRIMARY_KILLED -> {
                switch (topology) {
                    case SINGLE -> notes.add("The only server is killed, and comes back with its data after 4 s");
                    case REDLOCK_5 -> notes.add("Redlock has no primary: one of five servers is killed");
                    case ZOOKEEPER_3 -> notes.add("The primary is the leader");
                    default -> notes.add("The replica that takes over has not heard of the claim, for certain");
                }
            }
            case MAJORITY_KILLED -> {
                if (topology == Topology.REPLICAS_ASYNC) {
                    notes.add("The master goes on alone, since it waits for nobody");
                }
            }
            case NODE_EMPTIED -> {
                if (topology == Topology.REDLOCK_5 || topology == Topology.REDLOCK_5_SERVE) {
                    notes.add("The claim is on exactly three servers, of which one is emptied");
                }
            }
            case CLOCK_MOVED -> {
                if (topology == Topology.REDLOCK_5) {
                    notes.add("All five servers have the claim when the clock of one jumps");
                }
                if (topology == Topology.REPLICAS_SAFE) {
                    notes.add(
                            "No setting protects from a master whose wall clock jumps ahead: its keys expire at once");
                }
            }
            default -> {
                // Nothing to add to the fault's description.
            }
        }
        return notes;
    }
}
