package io.lockspi.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.lab.bench.subject.Subject;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HeldBarsTest {
    private static final int LOCKS = 1_000;

    @Test
    void oneLostLockMissesTheBar() {
        assertThat(bar("held-renewed: locks lost", held(HeldScenario.RENEWED, 0, null, 0.05))
                        .isMet())
                .isTrue();
        assertThat(bar("held-renewed: locks lost", held(HeldScenario.RENEWED, 1, null, 0.05))
                        .isMet())
                .isFalse();
    }

    @Test
    void theMedianShareOfACoreCounts() {
        Bar bar = bar(
                "held-renewed: CPU of the client in cores",
                held(HeldScenario.RENEWED, 0, null, 0.02, 0.9, 0.04, 0.06, 0.05));
        assertThat(bar.value()).isEqualTo(0.05);
        assertThat(bar.isMet()).isTrue();
    }

    @Test
    void whatEachLockLeavesBehindTheSecondTimeCounts() {
        HeldResult clean = held(HeldScenario.HEAP, 0, new HeldResult.Heap(5_000, 505_000, 15_000, 515_000, 15_400));
        HeldResult leaking = held(HeldScenario.HEAP, 0, new HeldResult.Heap(5_000, 505_000, 15_000, 515_000, 25_000));
        assertThat(bar("held-heap: bytes per held lock", clean).value()).isEqualTo(500);
        assertThat(bar("held-heap: bytes per lock after release", clean).isMet())
                .isTrue();
        assertThat(bar("held-heap: bytes per lock after release", leaking).value())
                .isEqualTo(10);
        assertThat(bar("held-heap: bytes per lock after release", leaking).isMet())
                .isFalse();
        assertThat(clean.bytesPerLockOfTables()).isEqualTo(10);
    }

    @Test
    void aFailureIsNoResult() {
        Subject ours = Subject.named(Subject.OURS).orElseThrow();
        BenchReport report = report(new HeldResult(HeldScenario.RENEWED, ours, LOCKS, 0, List.of(), null, "gone"));
        assertThat(report.bars()).noneMatch(Bar::isMet);
        assertThat(report.complaints()).containsExactly("lockspi-redis in held-renewed failed: gone");
    }

    private static HeldResult held(
            HeldScenario scenario, long lost, HeldResult.@Nullable Heap heap, Double... samples) {
        Subject ours = Subject.named(Subject.OURS).orElseThrow();
        return new HeldResult(scenario, ours, LOCKS, lost, List.of(samples), heap, null);
    }

    private static BenchReport report(HeldResult result) {
        return BenchReport.of(Map.of(), new BenchResults(List.of(), List.of(result), Map.of()));
    }

    private static Bar bar(String name, HeldResult result) {
        return report(result).bars().stream()
                .filter(bar -> bar.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
