package io.lockspi.lab.elect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the lab makes of the candidates' reports. */
class TermsTest {
    private static final long MILLI = 1_000_000;

    private static Reign reign(long term, int candidate, long firstMillis, long lastMillis) {
        return new Reign(term, candidate, firstMillis * MILLI, lastMillis * MILLI);
    }

    @Test
    void reportsOfOneTermBelongTogether() {
        Terms terms = new Terms();
        terms.leads(1, 7, 5 * MILLI);
        terms.leads(1, 7, 9 * MILLI);
        terms.leads(1, 7, 3 * MILLI);
        terms.leads(2, 8, 20 * MILLI);
        assertThat(terms.all()).containsExactly(reign(7, 1, 3, 9), reign(8, 2, 20, 20));
    }

    @Test
    void termOfTwoCandidatesEndsTheRun() {
        Terms terms = new Terms();
        terms.leads(1, 7, 5);
        terms.leads(2, 7, 50);
        assertThatExceptionOfType(ElectionFailedException.class)
                .isThrownBy(() -> terms.awaitAfter(0, Duration.ZERO, "nothing happened"))
                .withMessage("candidates 1 and 2 both lead in term 7");
    }

    @Test
    void waitForATermHasALimit() throws InterruptedException {
        Terms terms = new Terms();
        terms.leads(1, 7, 5);
        assertThat(terms.awaitAfter(6, Duration.ZERO, "").candidate()).isEqualTo(1);
        assertThatExceptionOfType(ElectionFailedException.class)
                .isThrownBy(() -> terms.awaitAfter(7, Duration.ofMillis(2), "the leader was killed"))
                .withMessage("the leader was killed, and nobody has led since for 2 ms");
    }

    @Test
    void overlapsAreTermsThatHadNotEndedOrCameInTheWrongOrder() {
        assertThat(Terms.overlaps(List.of(reign(1, 1, 0, 10), reign(2, 2, 10, 20), reign(3, 1, 25, 30))))
                .isZero();
        assertThat(Terms.overlaps(List.of(reign(1, 1, 0, 11), reign(2, 2, 10, 20))))
                .isEqualTo(1);
        assertThat(Terms.overlaps(List.of(reign(1, 1, 100, 110), reign(2, 2, 10, 20))))
                .isEqualTo(1);
    }

    @Test
    void leaderlessIsTheTimeBetweenTerms() {
        assertThat(Terms.leaderless(List.of(reign(1, 1, 0, 10), reign(2, 2, 14, 20), reign(3, 1, 19, 30))))
                .isEqualTo(Duration.ofMillis(4));
    }

    @Test
    void complaintsSayWhatIsWrong() {
        ElectionPlan plan = new ElectionPlan(5, Duration.ofSeconds(2), 12, 1);
        HandOvers times = new HandOvers(List.of(Duration.ZERO), Duration.ZERO, Duration.ZERO, Duration.ZERO);
        List<Reign> good = List.of(reign(1, 1, 0, 10), reign(2, 2, 10, 20));
        assertThat(new ElectionResult("redis", plan, good, 12, times).complaints())
                .isEmpty();
        assertThat(new ElectionResult("redis", plan, good, 0, times).complaints())
                .singleElement()
                .asString()
                .contains("redis", "replaced though it was alive");
        List<Reign> bad = List.of(reign(1, 1, 0, 15), reign(2, 2, 10, 20));
        assertThat(new ElectionResult("redis", plan, bad, 12, times).complaints())
                .singleElement()
                .asString()
                .contains("had not ended when a higher one began, 1 times");
    }

    @Test
    void timelineHasALineForEachCandidate() {
        ElectionPlan plan = new ElectionPlan(4, Duration.ofSeconds(2), 12, 1);
        HandOvers times = new HandOvers(List.of(Duration.ZERO), Duration.ZERO, Duration.ZERO, Duration.ZERO);
        List<String> lines = Timeline.of(
                new ElectionResult("redis", plan, List.of(reign(1, 3, 0, 500), reign(2, 2, 510, 1000)), 12, times));
        assertThat(lines).hasSize(5);
        assertThat(lines.get(0)).isEqualTo("redis: 2 terms of 4 candidates in 1.0 s");
        assertThat(lines.get(1)).matches("  1 \\|\\.+\\|");
        assertThat(lines.get(2)).matches("  2 \\|\\.+#+\\|");
        assertThat(lines.get(3)).matches("  3 \\|#+\\.+\\|");
    }
}
