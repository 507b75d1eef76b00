package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.LeaderElection;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A thousand elections in one service cost no threads, and nothing is left when they are left. */
class ManyElectionsTest {
    private static final int MANY = 1_000;

    @Test
    void electionsNeedNoThreads() {
        try (Rig rig = Rig.serving()) {
            int before = Thread.activeCount();
            List<LeaderElection> elections = IntStream.range(0, MANY)
                    .mapToObj(i -> rig.engine.election("e" + i))
                    .toList();
            List<LeaderElection> rivals = IntStream.range(0, MANY)
                    .mapToObj(i -> rig.engine.election("e" + i))
                    .toList();
            elections.forEach(LeaderElection::join);
            rivals.forEach(LeaderElection::join);
            rig.advance(Duration.ofMinutes(2));
            assertThat(elections).allMatch(LeaderElection::isLeader);
            assertThat(rivals).noneMatch(LeaderElection::isLeader);
            assertThat(Thread.activeCount()).isLessThanOrEqualTo(before + 2);
            assertThat(rig.size("candidates")).isEqualTo(2 * MANY);
            rivals.forEach(LeaderElection::leave);
            elections.forEach(LeaderElection::leave);
            rig.assertNothingLeft();
        }
    }
}
