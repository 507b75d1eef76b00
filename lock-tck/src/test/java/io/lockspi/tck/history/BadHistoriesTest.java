package io.lockspi.tck.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** One history for each thing that can be wrong. */
class BadHistoriesTest {
    private static void assertBad(HistoryReport report, ViolationKind... kinds) {
        assertThat(report.passed()).isFalse();
        assertThat(report.counts()).containsOnlyKeys(kinds);
        assertThat(report.first().orElseThrow().kind()).isEqualTo(kinds[0]);
    }

    @Test
    void secondHolderBeforeTheFirstReleases() {
        assertBad(
                new Story()
                        .ask(1, 1)
                        .get(1, 1, 1)
                        .ask(2, 1)
                        .get(2, 1, 2)
                        .leave(1, 1)
                        .leave(2, 1)
                        .check(),
                ViolationKind.TWO_VALID_HOLDERS);
    }

    @Test
    void secondHolderWhileTheFirstIsBeforeItsDeadline() {
        assertBad(
                new Story()
                        .ask(1, 1)
                        .get(1, 1, 1, 5)
                        .ask(2, 1)
                        .get(2, 1, 2, 5)
                        .wait(20)
                        .leave(1, 1)
                        .leave(2, 1)
                        .check(),
                ViolationKind.TWO_VALID_HOLDERS);
    }

    @Test
    void secondHolderAfterTheFirstRenewed() {
        assertBad(
                new Story()
                        .ask(1, 1)
                        .get(1, 1, 1, 3)
                        .renew(1, 1, 20)
                        .wait(5)
                        .ask(2, 1)
                        .get(2, 1, 2, 20)
                        .leave(1, 1)
                        .leave(2, 1)
                        .check(),
                ViolationKind.TWO_VALID_HOLDERS);
    }

    @Test
    void holderThatDiedAtOnceInsideOfAnothersSection() {
        assertBad(
                new Story()
                        .ask(1, 1)
                        .get(1, 1, 1, 50)
                        .ask(2, 1)
                        .get(2, 1, 2, 50)
                        .event(Event.fault(EventKind.KILLED, 2, ""))
                        .leave(1, 1)
                        .check(),
                ViolationKind.TWO_VALID_HOLDERS);
    }

    @Test
    void twoThreadsOfOneProcessAreTwoOwners() {
        assertBad(
                new Story()
                        .event(EventKind.INVOKE_ACQUIRE, 1, 1, 1)
                        .event(EventKind.ACQUIRED, 1, 1, 1)
                        .event(EventKind.INVOKE_ACQUIRE, 1, 2, 2)
                        .event(EventKind.ACQUIRED, 1, 2, 2)
                        .event(EventKind.INVOKE_RELEASE, 1, 1, 1)
                        .event(EventKind.INVOKE_RELEASE, 1, 2, 2)
                        .check(),
                ViolationKind.TWO_VALID_HOLDERS);
    }

    @Test
    void innerReleaseDoesNotEndTheSection() {
        assertBad(
                new Story()
                        .ask(1, 1)
                        .get(1, 1)
                        .ask(1, 2)
                        .get(1, 2)
                        .leave(1, 2)
                        .left(1, 2)
                        .section(2, 1, 0)
                        .leave(1, 1)
                        .check(),
                ViolationKind.TWO_VALID_HOLDERS);
    }

    @Test
    void longSectionHidesNothingThatComesAfterAShortOne() {
        HistoryReport report = new Story()
                .ask(1, 1)
                .get(1, 1)
                .section(2, 1, 0)
                .section(3, 1, 0)
                .leave(1, 1)
                .check();
        assertThat(report.count(ViolationKind.TWO_VALID_HOLDERS)).isEqualTo(2);
    }

    @Test
    void sameTokenAgainAfterItsLoss() {
        assertBad(
                new Story()
                        .ask(1, 1)
                        .get(1, 1, 5)
                        .event(EventKind.LOST, 1, 1, 1)
                        .section(1, 2, 5)
                        .check(),
                ViolationKind.TOKEN_REPEATED);
    }

    @Test
    void sameTokenTwice() {
        assertBad(new Story().section(1, 1, 5).section(2, 1, 5).check(), ViolationKind.TOKEN_REPEATED);
    }

    @Test
    void lowerTokenLater() {
        assertBad(new Story().section(1, 1, 5).section(2, 1, 4).check(), ViolationKind.TOKEN_BEHIND_EARLIER_ACQUIRE);
    }

    @Test
    void lowerTokenForOneThatHadAskedBefore() {
        assertBad(
                new Story()
                        .ask(1, 1)
                        .ask(2, 1)
                        .get(1, 1, 5)
                        .leave(1, 1)
                        .get(2, 1, 4)
                        .leave(2, 1)
                        .check(),
                ViolationKind.TOKEN_BEHIND_EARLIER_HOLDER);
    }

    @Test
    void noToken() {
        assertBad(
                new Story().section(1, 1, 0).check(CheckOptions.standard().requireTokens()),
                ViolationKind.TOKEN_MISSING);
    }

    @Test
    void anotherTokenOnReentry() {
        assertBad(
                new Story()
                        .ask(1, 1)
                        .get(1, 1, 1)
                        .ask(1, 2)
                        .get(1, 2, 2)
                        .leave(1, 2)
                        .leave(1, 1)
                        .check(),
                ViolationKind.TOKEN_CHANGED_ON_REENTRY);
    }

    private static Story claims(long... claimsAndTokens) {
        Story story = new Story();
        for (int i = 0; i < claimsAndTokens.length; i += 2) {
            story.ask(1, i)
                    .event(Event.of(EventKind.ACQUIRED, 1, 1, i, "a")
                            .claim(claimsAndTokens[i])
                            .token(claimsAndTokens[i + 1]))
                    .leave(1, i);
        }
        return story;
    }

    @Test
    void blocksOfTwoClaimsOverlap() {
        assertBad(claims(7, 1, 8, 2, 7, 3).check(), ViolationKind.BATCHES_MIXED);
    }

    @Test
    void tokensBeyondTheBlock() {
        assertBad(claims(7, 1, 7, 9).check(CheckOptions.standard().blockSize(8)), ViolationKind.BATCHES_MIXED);
        assertThat(claims(7, 1, 7, 8)
                        .check(CheckOptions.standard().blockSize(8))
                        .passed())
                .isTrue();
    }

    @Test
    void oneClaimInTwoProcesses() {
        Story story = new Story();
        for (int process = 1; process <= 2; process++) {
            story.ask(process, 1)
                    .event(Event.of(EventKind.ACQUIRED, process, 1, 1, "a")
                            .claim(7)
                            .token(process))
                    .leave(process, 1);
        }
        assertBad(story.check(), ViolationKind.BATCHES_MIXED);
    }

    @Test
    void lockLiesIdleWhileSomebodyWaits() {
        CheckOptions options = CheckOptions.standard().maxIdle(Duration.ofMillis(20));
        HistoryReport report =
                new Story().ask(1, 1).wait(30).get(1, 1, 1).leave(1, 1).check(options);
        assertBad(report, ViolationKind.IDLE_TOO_LONG);
        assertThat(report.figures().idle().max()).isEqualTo(31 * Story.STEP);
        assertThat(new Story().ask(1, 1).wait(10).get(1, 1, 1).check(options).passed())
                .isTrue();
    }

    @Test
    void killedHolderLeavesTheLockIdle() {
        CheckOptions options = CheckOptions.standard().maxIdle(Duration.ofMillis(20));
        assertBad(
                new Story()
                        .ask(1, 1)
                        .get(1, 1, 1)
                        .ask(2, 1)
                        .event(Event.fault(EventKind.KILLED, 1, ""))
                        .wait(30)
                        .get(2, 1, 2)
                        .check(options),
                ViolationKind.IDLE_TOO_LONG);
    }

    @Test
    void waiterIsNeverServed() {
        CheckOptions options =
                CheckOptions.standard().maxIdle(Duration.ofMillis(20)).maxWait(Duration.ofMillis(25));
        HistoryReport report = new Story().ask(1, 1).wait(30).attempt(2, 1).check(options);
        assertBad(report, ViolationKind.IDLE_TOO_LONG, ViolationKind.WAITED_TOO_LONG);
        assertThat(report.first().orElseThrow().message()).contains("p1/t1").contains("31.000 ms");
    }

    @Test
    void timedWaitersAreRefusedAFreeLock() {
        assertBad(
                new Story()
                        .ask(1, 1)
                        .wait(30)
                        .event(EventKind.NOT_ACQUIRED, 1, 1, 1)
                        .check(CheckOptions.standard().maxIdle(Duration.ofMillis(20))),
                ViolationKind.IDLE_TOO_LONG);
    }

    @Test
    void overtakingIsCounted() {
        HistoryReport report = new Story()
                .ask(1, 1)
                .section(2, 1, 1)
                .section(3, 1, 2)
                .section(2, 2, 3)
                .get(1, 1, 4)
                .check();
        assertThat(report.figures().mostBypassed()).isEqualTo(3);
        assertThat(report.passed()).isTrue();
    }

    @Test
    void answerWithoutAQuestionDecidesNothing() {
        Story story = new Story().ask(1, 1).get(1, 2, 1);
        assertThatThrownBy(story::check)
                .isInstanceOf(HistoryFormatException.class)
                .hasMessageContaining("p1/t1 has 'acquired' for operation 2");
    }
}
