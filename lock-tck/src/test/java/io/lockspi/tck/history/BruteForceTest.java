package io.lockspi.tck.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The sweep and the search agree on small histories with failed, unknown, lost and interrupted operations. */
class BruteForceTest {
    private static final System.Logger LOGGER = System.getLogger(BruteForceTest.class.getName());
    private static final int HISTORIES = 20_000;

    @Test
    void sweepAgreesWithTheSearch() {
        long firstSeed = Long.getLong("lockspi.tck.seed", HostClock.nanos());
        int good = 0;
        for (int i = 0; i < HISTORIES; i++) {
            long seed = firstSeed + i;
            RandomHistory random = new RandomHistory(seed);
            boolean searched = new BruteForceMutex(random.operations()).isLinearizable();
            HistoryReport report = HistoryChecker.check(random.history(), CheckOptions.standard());
            boolean swept = report.count(ViolationKind.TWO_VALID_HOLDERS) == 0;
            assertThat(swept)
                    .as(() -> "seed " + seed + ": " + random.operations() + "\n" + report.text(random.history()))
                    .isEqualTo(searched);
            good += searched ? 1 : 0;
        }
        LOGGER.log(
                System.Logger.Level.INFO,
                "{0} histories from seed {1}: {2} linearizable",
                HISTORIES,
                Long.toString(firstSeed),
                good);
        assertThat(good).as("linearizable ones").isBetween(HISTORIES / 10, HISTORIES * 9 / 10);
    }
}
