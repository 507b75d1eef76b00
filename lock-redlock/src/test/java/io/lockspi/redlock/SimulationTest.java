package io.lockspi.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.redlock.Simulation.Promise;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules keep their promises under every fault, and each rule is needed. */
class SimulationTest {
    private static final boolean SOAK = Boolean.getBoolean("lockspi.soak");
    private static final int PER_SEED = 10_000;
    private static final int PER_WEAK_SEED = 1_000;
    /** For each number of nodes. */
    private static final int ACQUISITIONS = SOAK ? 5_000_000 : 500_000;

    @ParameterizedTest
    @ValueSource(ints = {3, 5})
    void tokensRiseAndClaimsExcludeEachOther(int nodes) {
        long confirmations = 0;
        int oneRoundTrip = 0;
        int restarts = 0;
        for (int seed = 0; seed < ACQUISITIONS / PER_SEED; seed++) {
            Simulation run = new Simulation(seed, nodes, PER_SEED, Weakness.NONE).run();
            assertThat(run.violations()).as("seed " + seed).isEmpty();
            confirmations += run.confirmations();
            oneRoundTrip += run.oneRoundTrip();
            restarts += run.restarts();
        }
        System.out.printf(
                "simulation, %d nodes: %d acquisitions, %d of them in one round trip, %d confirmations, %d restarts%n",
                nodes, ACQUISITIONS, oneRoundTrip, confirmations, restarts);
        // Otherwise the run has shown nothing.
        assertThat(oneRoundTrip).isBetween(ACQUISITIONS / 10, ACQUISITIONS - 1);
        assertThat(confirmations).isGreaterThan(ACQUISITIONS / 100);
        assertThat(restarts).isGreaterThan(ACQUISITIONS / 1000);
    }

    /** What {@link Weakness#NO_DRIFT_MARGIN} adds to this is the weakness. */
    @Test
    void claimsThatEndByTheirClocksExcludeEachOther() {
        for (int seed = 0; seed < 100; seed++) {
            assertThat(new Simulation(seed, 5, PER_WEAK_SEED, Weakness.NO_RENEWAL)
                            .run()
                            .violations())
                    .as("seed " + seed)
                    .isEmpty();
        }
    }

    /** The search begins at a seed that is known to be near a violation. */
    @ParameterizedTest
    @CsvSource({
        "NO_WRITE_BACK, UNIQUE, 4",
        "UNCONDITIONAL_WRITE_BACK, UNIQUE, 6",
        "NO_HIGHER, UNIQUE, 460",
        "NO_COUNTER_COPY, ORDER, 250",
        "HALF_IS_ENOUGH, EXCLUSION, 0",
        "ROLL_BACK_WHERE_YES, NO_ORPHAN, 1",
        "NO_QUARANTINE, EXCLUSION, 0",
        "NO_DRIFT_MARGIN, EXCLUSION, 0",
        "RELEASE_WITHOUT_RAISE, NO_RETURN, 0",
        "REPAIR_WITHOUT_FLOOR, NO_SUPERSEDED_RENEWAL, 0"
    })
    void everyRuleIsNeeded(Weakness weakness, Promise broken, int from) {
        Map<Promise, String> found = new EnumMap<>(Promise.class);
        for (int seed = from; seed < from + 1_000 && !found.containsKey(broken); seed++) {
            for (int nodes = 3; nodes <= 5; nodes += 2) {
                new Simulation(seed, nodes, PER_WEAK_SEED, weakness)
                        .run()
                        .violations()
                        .forEach(found::putIfAbsent);
            }
        }
        System.out.println(weakness + ": " + found);
        assertThat(found).containsKey(broken);
    }
}
