package io.lockspi.lab.bench.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.lab.bench.subject.TimedLock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("LockNotBeforeTry") // the crew keeps lock and unlock together
class CrewTest {
    private static final Duration ROUND = Duration.ofMillis(300);
    private static final int THREADS = 4;

    @TempDir
    Path directory;

    private Witness witness;

    @BeforeEach
    void map() throws Exception {
        witness = Witness.map(directory.resolve("page"), 1);
    }

    @Test
    void aLockThatExcludesIsSound() throws Exception {
        RoundReport report = run(new Counting(1));
        assertThat(report.overlaps()).isZero();
        assertThat(report.tokenRegressions()).isZero();
        assertThat(report.sections()).isEqualTo(witness.sections()).isGreaterThanOrEqualTo(THREADS);
        assertThat(report.finished()).isPositive().isLessThanOrEqualTo(report.sections());
        assertThat(report.waits().getTotalCount()).isEqualTo(report.sections());
        assertThat(report.cycles().getTotalCount()).isEqualTo(report.sections());
    }

    @Test
    void aLockThatDoesNotExcludeIsCaught() throws Exception {
        // A section that somebody has begun and does not end, so that chance does not decide whether two meet.
        witness.watch(0, THREADS + 1, THREADS + 1, false).entered(TimedLock.NO_TOKEN);
        RoundReport report = run(new TimedLock() {
            @Override
            public long lock() {
                return NO_TOKEN;
            }

            @Override
            public void unlock() {}
        });
        assertThat(report.overlaps()).isPositive();
    }

    @Test
    void fallingTokensAreCaught() throws Exception {
        RoundReport report = run(new Counting(-1));
        assertThat(report.overlaps()).isZero();
        assertThat(report.tokenRegressions()).isPositive();
    }

    @Test
    void aReportSurvivesItsLine() throws Exception {
        RoundReport report = run(new Counting(-1));
        RoundReport read = RoundReport.parse(report.toLine());
        assertThat(read).isEqualTo(report);
    }

    private RoundReport run(TimedLock lock) throws Exception {
        List<Crew.Member> members = new ArrayList<>();
        for (int thread = 1; thread <= THREADS; thread++) {
            members.add(new Crew.Member(lock, witness.watch(0, thread, thread, lock instanceof Counting)));
        }
        try (Crew crew = new Crew(members)) {
            return crew.run(ROUND);
        }
    }

    /** A lock of this JVM that numbers its sections upwards or downwards. */
    private static final class Counting implements TimedLock {
        private final ReentrantLock lock = new ReentrantLock();
        private final long step;
        private long token = 1_000_000_000;

        Counting(long step) {
            this.step = step;
        }

        @Override
        public long lock() {
            lock.lock();
            token += step;
            return token;
        }

        @Override
        public void unlock() {
            lock.unlock();
        }
    }
}
