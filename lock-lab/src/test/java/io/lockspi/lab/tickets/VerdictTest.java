package io.lockspi.lab.tickets;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.lab.seller.Awakening;
import io.lockspi.lab.stock.Tally;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictTest {
    @Test
    void holdsIfTheRunWithoutALockOversoldAndTheOtherSoldEachTicketOnce() {
        Verdict verdict = Verdict.on(List.of(Results.WITHOUT_LOCK, Results.of("redis", Results.ALL_ONCE)));
        assertThat(verdict.complaints()).isEmpty();
        assertThat(verdict.holds()).isTrue();
        assertThat(verdict.summary())
                .contains("without a lock 12 sales too many", "with redis each of the 500 tickets");
    }

    @Test
    void aRunWithoutALockThatDidNotOversellProvesNothing() {
        assertThat(complaints(Results.of("none", Results.ALL_ONCE)))
                .singleElement()
                .asString()
                .contains("did not oversell");
    }

    @Test
    void everythingThatCanGoWrongWithALockIsNamed() {
        assertThat(complaints(Results.of("redis", new Tally(499, 499, 0, 0, 0))))
                .containsExactly("redis: 1 tickets were never sold");
        assertThat(complaints(Results.of("redis", new Tally(501, 500, 1, 1, 2))))
                .containsExactly(
                        "redis: 1 sales went beyond the stock",
                        "redis: 1 sales were of a ticket that had been sold before",
                        "redis: 2 fencing tokens did not rise");
    }

    @Test
    void theOthersMustGoOnWithinTheLimitAfterAKill() {
        assertThat(complaints(Results.withKilled(Duration.ofSeconds(6)))).isEmpty();
        assertThat(complaints(Results.withKilled(Duration.ofMillis(6001))))
                .singleElement()
                .asString()
                .contains("6.0 s");
        assertThat(complaints(Results.withoutSaleAfterKill())).hasSize(1);
    }

    @Test
    void aStoppedSellerMustMeetAllThree() {
        assertThat(complaints(Results.withPaused(Results.FENCED))).isEmpty();
        assertThat(complaints(Results.withPaused(new Awakening(true, true, "LockLostException"))))
                .singleElement()
                .asString()
                .contains("still believed");
        assertThat(complaints(Results.withPaused(new Awakening(false, false, "LockLostException"))))
                .singleElement()
                .asString()
                .contains("could still write");
        assertThat(complaints(Results.withPaused(new Awakening(false, true, "none"))))
                .singleElement()
                .asString()
                .contains("gave none instead of LockLostException");
    }

    private static List<String> complaints(RunResult result) {
        return Verdict.on(List.of(result)).complaints();
    }
}
