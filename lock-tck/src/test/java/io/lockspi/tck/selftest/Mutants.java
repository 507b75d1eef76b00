package io.lockspi.tck.selftest;

import java.util.List;
import java.util.stream.Stream;

/** All broken back ends. */
final class Mutants {
    static final List<Mutant> ALL = Stream.of(
                    OwnershipMutants.ALL,
                    AcquireMutants.ALL,
                    WaitingMutants.ALL,
                    InterruptMutants.ALL,
                    LeaseMutants.ALL,
                    RenewalMutants.ALL,
                    LossMutants.ALL,
                    HandOnMutants.ALL,
                    FencingMutants.ALL,
                    ServiceMutants.ALL,
                    ElectionMutants.ALL,
                    ProcessMutants.ALL,
                    NetworkMutants.ALL,
                    QuorumMutants.ALL,
                    ProviderMutants.ALL)
            .flatMap(List::stream)
            .toList();

    private Mutants() {}
}
