package io.lockspi.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the lab complains of, and what it only shows. */
class ExpectationsTest {
    private static List<String> unmet(Topology topology, Fault fault, RunFigures... runs) {
        return Expectations.unmet(topology, fault, List.of(runs));
    }

    @ParameterizedTest
    @CsvSource({"REPLICAS_ASYNC, PRIMARY_KILLED", "REDLOCK_5_SERVE, NODE_EMPTIED"})
    void aKnownHoleMustShowInEveryRun(Topology topology, Fault fault) {
        assertThat(unmet(topology, fault, Runs.v1(1), Runs.v1(300))).isEmpty();
        assertThat(unmet(topology, fault, Runs.v1(300), Runs.v1(0)))
                .singleElement()
                .asString()
                .contains("the known hole was not shown in 1 of 2 runs");
    }

    @ParameterizedTest
    @CsvSource({
        "SINGLE, HOLDER_KILLED",
        "REPLICAS_ASYNC, MINORITY_KILLED",
        "REPLICAS_MAJORITY, HOLDER_KILLED",
        "REPLICAS_SAFE, PRIMARY_KILLED",
        "REPLICAS_SAFE, NODE_EMPTIED",
        "REDLOCK_5, NODE_EMPTIED",
        "REDLOCK_5, CLOCK_MOVED",
        "ZOOKEEPER_3, STALE_FOLLOWER"
    })
    void twoValidHoldersAreAComplaint(Topology topology, Fault fault) {
        assertThat(unmet(topology, fault, Runs.good())).isEmpty();
        assertThat(unmet(topology, fault, Runs.v1(2)))
                .singleElement()
                .asString()
                .contains("(V1), 2 times");
    }

    @Test
    void whereNothingIsDoneNobodyLosesALock() {
        assertThat(unmet(Topology.SINGLE, Fault.NONE, Runs.grants(null))).isEmpty();
        assertThat(unmet(Topology.SINGLE, Fault.NONE, Runs.grants(null), Runs.refused(2900.0, 0)))
                .singleElement()
                .asString()
                .contains("though nothing was done, in 1 of 2 runs");
    }

    @ParameterizedTest
    @CsvSource({"REDLOCK_5, 3999.0, 0", "REDLOCK_5, 4000.0, 1", "ZOOKEEPER_3, 4100.0, 1", "ZOOKEEPER_3, , 1"})
    void aMinorityStopsNobody(Topology topology, @Nullable Double lockoutMs, int complaints) {
        assertThat(unmet(topology, Fault.MINORITY_KILLED, Runs.lockedOut(lockoutMs)))
                .hasSize(complaints);
    }

    @ParameterizedTest
    @CsvSource({"SINGLE, NODE_EMPTIED", "REPLICAS_MAJORITY, PRIMARY_KILLED", "REPLICAS_SAFE, CLOCK_MOVED"})
    void whatIsNotPromisedIsOnlyMeasured(Topology topology, Fault fault) {
        assertThat(unmet(topology, fault, Runs.v1(2))).isEmpty();
    }

    @Test
    void staleWritesFallingTokensAndClientsThatAreStuckAreComplaintsEverywhere() {
        assertThat(unmet(Topology.SINGLE, Fault.NODE_EMPTIED, Runs.staleWritesAccepted(3)))
                .singleElement()
                .asString()
                .contains("accepted stale writes, 3 times");
        assertThat(unmet(Topology.SINGLE, Fault.NODE_EMPTIED, Runs.regressionsAndStuck(4, false)))
                .satisfiesExactly(
                        first -> assertThat(first).contains("tokens did not rise, 4 times"),
                        second -> assertThat(second).contains("not all clients got the lock again"));
    }

    @ParameterizedTest
    @CsvSource({"REPLICAS_MAJORITY", "REPLICAS_SAFE", "REDLOCK_5", "ZOOKEEPER_3"})
    void grantsWithoutAMajorityAreAComplaintAndSoIsNotHavingCountedThem(Topology topology) {
        assertThat(unmet(topology, Fault.MAJORITY_KILLED, Runs.grants(0L))).isEmpty();
        assertThat(unmet(topology, Fault.MAJORITY_KILLED, Runs.grants(2L))).hasSize(1);
        assertThat(unmet(topology, Fault.MAJORITY_KILLED, Runs.grants(null))).hasSize(1);
    }

    @Test
    void aMasterAloneMayGoOn() {
        assertThat(unmet(Topology.REPLICAS_ASYNC, Fault.MAJORITY_KILLED, Runs.grants(2L)))
                .isEmpty();
    }

    @Test
    void aHolderThatStoodStillMustKnowAndBeRefused() {
        assertThat(unmet(Topology.SINGLE, Fault.HOLDER_PAUSED, Runs.refused(6000.0, 1)))
                .isEmpty();
        assertThat(unmet(Topology.SINGLE, Fault.HOLDER_PAUSED, Runs.refused(6000.0, 0)))
                .hasSize(1);
        assertThat(unmet(Topology.SINGLE, Fault.HOLDER_CUT, Runs.refused(null, 1)))
                .hasSize(1);
    }
}
