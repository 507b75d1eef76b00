package io.lockspi.tck.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What looks odd and is innocent. */
class GoodHistoriesTest {
    private static void assertGood(HistoryReport report) {
        assertThat(report.passed()).as(report.counts().toString()).isTrue();
        assertThat(report.counts()).isEmpty();
    }

    @Test
    void nothingAtAll() {
        assertGood(new Story().check());
    }

    @Test
    void takingTurnsWithRisingTokens() {
        HistoryReport report = new Story()
                .section(1, 1, 1)
                .section(2, 1, 2)
                .section(1, 2, 64)
                .check(CheckOptions.standard().requireTokens());
        assertGood(report);
        assertThat(report.figures().sections()).isEqualTo(3);
        assertThat(report.figures().fairness()).isBetween(0.89, 0.91);
    }

    @Test
    void acquireReturnsWhileTheOldHoldersReleaseIsUnderWay() {
        assertGood(new Story()
                .ask(1, 1)
                .get(1, 1, 1)
                .ask(2, 1)
                .leave(1, 1)
                .get(2, 1, 2)
                .left(1, 1)
                .leave(2, 1)
                .check());
    }

    @Test
    void attemptsFailWithoutReason() {
        assertGood(new Story()
                .attempt(1, 1)
                .event(EventKind.NOT_ACQUIRED, 1, 1, 1)
                .section(1, 2, 1)
                .check());
    }

    @Test
    void unknownAcquireHoldsNothing() {
        assertGood(new Story()
                .ask(1, 1)
                .section(2, 1, 7)
                .event(EventKind.ACQUIRE_UNKNOWN, 1, 1, 1)
                .section(2, 2, 8)
                .check());
    }

    @Test
    void acquireThatNeverReturnsHoldsNothing() {
        assertGood(new Story().ask(1, 1).section(2, 1, 7).section(3, 1, 8).check());
    }

    @Test
    void unknownReleaseEndsTheSection() {
        assertGood(new Story()
                .ask(1, 1)
                .get(1, 1, 1)
                .leave(1, 1)
                .event(EventKind.RELEASE_UNKNOWN, 1, 1, 1)
                .section(2, 1, 2)
                .check());
    }

    @Test
    void releaseIsRefusedAfterTheDeadline() {
        HistoryReport report = new Story()
                .ask(1, 1)
                .get(1, 1, 1, 2)
                .wait(5)
                .leave(1, 1)
                .event(EventKind.RELEASE_FAILED, 1, 1, 1)
                .section(2, 1, 2)
                .check();
        assertGood(report);
        assertThat(report.figures().releaseFailed()).isOne();
    }

    @Test
    void zombieIsCountedAndIsNoFailure() {
        HistoryReport report = new Story()
                .ask(1, 1)
                .get(1, 1, 1, 2)
                .wait(5)
                .ask(2, 1)
                .get(2, 1, 2, 50)
                .leave(1, 1)
                .event(EventKind.RELEASE_FAILED, 1, 1, 1)
                .leave(2, 1)
                .check();
        assertThat(report.passed()).isTrue();
        assertThat(report.count(ViolationKind.ZOMBIE_HOLDER)).isOne();
        assertThat(report.counts()).hasSize(1);
        assertThat(report.figures().longestOverlapNanos()).isEqualTo(Story.STEP);
    }

    @Test
    void sectionWhoseDeadlineHadPassedWhenItsAcquireReturnedIsAZombie() {
        HistoryReport report = new Story()
                .ask(1, 1)
                .wait(10)
                .ask(2, 1)
                .get(2, 1, 2, 50)
                .event(Event.of(EventKind.ACQUIRED, 1, 1, 1, "a").token(1).value(5 * Story.STEP))
                .leave(1, 1)
                .leave(2, 1)
                .check();
        assertThat(report.passed()).as(report.counts().toString()).isTrue();
        assertThat(report.count(ViolationKind.ZOMBIE_HOLDER)).isOne();
    }

    @Test
    void lossEndsTheSection() {
        assertGood(new Story()
                .ask(1, 1)
                .get(1, 1, 1, 50)
                .event(EventKind.LOST, 1, 1, 1)
                .section(2, 1, 2)
                .leave(1, 1)
                .event(EventKind.RELEASE_FAILED, 1, 1, 1)
                .section(1, 2, 3)
                .check());
    }

    @Test
    void nestedHoldsAreOneSection() {
        HistoryReport report = new Story()
                .ask(1, 1)
                .get(1, 1, 1)
                .ask(1, 2)
                .get(1, 2, 1)
                .leave(1, 2)
                .left(1, 2)
                .leave(1, 1)
                .section(2, 1, 2)
                .check();
        assertGood(report);
        assertThat(report.figures().sections()).isEqualTo(2);
        assertThat(report.figures().acquired()).isEqualTo(3);
    }

    @Test
    void lossEndsNestedHoldsToo() {
        assertGood(new Story()
                .ask(1, 1)
                .get(1, 1, 1)
                .ask(1, 2)
                .get(1, 2, 1)
                .event(EventKind.LOST, 1, 1, 1)
                .section(2, 1, 2)
                .leave(1, 2)
                .leave(1, 1)
                .section(1, 3, 3)
                .check());
    }

    @Test
    void nestedAcquireThatIsAnsweredAfterTheLossIsNoSectionOfItsOwn() {
        assertGood(new Story()
                .ask(1, 1)
                .get(1, 1, 1)
                .ask(1, 2)
                .event(EventKind.LOST, 1, 1, 1)
                .get(1, 2, 1)
                .section(2, 1, 2)
                .leave(1, 2)
                .leave(1, 1)
                .section(1, 3, 3)
                .check());
    }

    @Test
    void killedHolderHeldUntilItWasLastSeen() {
        assertGood(new Story()
                .ask(1, 1)
                .get(1, 1, 1, 5)
                .renew(1, 1, 10)
                .event(Event.fault(EventKind.KILLED, 1, ""))
                .section(2, 1, 2)
                .check());
    }

    @Test
    void otherNamesAreOtherLocks() {
        assertGood(new Story()
                .ask(1, 1)
                .get(1, 1, 9)
                .event(Event.of(EventKind.INVOKE_ACQUIRE, 2, 1, 1, "b"))
                .event(Event.of(EventKind.ACQUIRED, 2, 1, 1, "b").token(3))
                .check());
    }

    @Test
    void sectionsOfOneClaimHaveTheTokensOfItsBlock() {
        Story story = new Story();
        long[][] claimsAndTokens = {{0xc1, 1}, {0xc1, 2}, {0xc2, 65}, {0xc2, 66}, {0xc3, 129}};
        int operation = 0;
        for (long[] each : claimsAndTokens) {
            operation++;
            int process = (int) (each[0] - 0xc0);
            story.ask(process, operation)
                    .event(Event.of(EventKind.ACQUIRED, process, 1, operation, "a")
                            .token(each[1])
                            .claim(each[0]))
                    .leave(process, operation);
        }
        assertGood(story.check(CheckOptions.standard().blockSize(64)));
    }

    @Test
    void pausedAndKilledProcessesDoNotWait() {
        CheckOptions options =
                CheckOptions.standard().maxIdle(Duration.ofMillis(20)).maxWait(Duration.ofMillis(50));
        assertGood(new Story()
                .ask(1, 1)
                .event(Event.fault(EventKind.PAUSED, 1, ""))
                .ask(2, 1)
                .event(Event.fault(EventKind.KILLED, 2, ""))
                .wait(40)
                .event(Event.fault(EventKind.RESUMED, 1, ""))
                .get(1, 1, 1)
                .leave(1, 1)
                .check(options));
    }

    @Test
    void lockMayLieIdleWhileTheOnlyWaiterIsPaused() {
        assertGood(new Story()
                .ask(1, 1)
                .event(Event.fault(EventKind.PAUSED, 1, ""))
                .wait(40)
                .section(2, 1, 1)
                .check(CheckOptions.standard().maxIdle(Duration.ofMillis(20))));
    }
}
