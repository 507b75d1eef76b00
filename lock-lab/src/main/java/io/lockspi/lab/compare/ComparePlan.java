package io.lockspi.lab.compare;

import io.lockspi.servers.ServerSource;
import java.util.List;

/**
 * What to run. Immutable.
 *
 * @param topologies which, in the order of {@link Topology}
 * @param faults which, in the order of {@link Fault}
 * @param runs how often each
 * @param quick whether these are the faults of {@code --quick}
 * @param seed decides how long clients pause between two sections
 * @param source where servers come from
 */
public record ComparePlan(
        List<Topology> topologies, List<Fault> faults, int runs, boolean quick, long seed, ServerSource source) {

    /** Copies the lists. */
    public ComparePlan {
        topologies = List.copyOf(topologies);
        faults = List.copyOf(faults);
    }

    /** The faults that a topology is shown under: one that is there for a single hole is left out of all others. */
    List<Fault> faultsOf(Topology topology) {
        boolean thatOnly = topology == Topology.REDLOCK_5_SERVE && topologies.size() > 1;
        return thatOnly
                ? faults.stream().filter(fault -> fault == Fault.NODE_EMPTIED).toList()
                : faults;
    }

    /** How an experiment is repeated. */
    String command(Topology topology, Fault fault) {
        return "./lab compare --topology " + topology.word() + " --fault " + fault.word() + " --runs " + runs
                + " --seed " + seed;
    }
}
