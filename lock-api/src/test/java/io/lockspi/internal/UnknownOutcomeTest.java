package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.LockUnavailableException;
import io.lockspi.spi.Attempt;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** K01, K08: an acquire without an answer may have been applied, and must leave nothing all the same. */
class UnknownOutcomeTest {
    private final Rig rig = new Rig();
    private final Actor caller = rig.actor("caller");

    @AfterEach
    void close() {
        rig.close();
    }

    /** A single attempt that has been given up, with its clean-up under way. */
    private ScriptedSpi.ReleaseCall giveUpOneAttempt() {
        Call<Boolean> call = caller.call(rig.lock::tryLock).awaitParked();
        rig.advance(Duration.ofSeconds(3));
        assertThat(call.failure()).isInstanceOf(LockUnavailableException.class);
        return rig.lastRelease();
    }

    /** B01, B10: the clean-up names the claim that the client chose, and says that its acquire may still arrive. */
    @Test
    void attemptWithoutAnAnswerIsReleasedByItsId() {
        ScriptedSpi.ReleaseCall release = giveUpOneAttempt();
        assertThat(release.release().claim()).isEqualTo(rig.spi.acquire(0).claim());
        assertThat(release.release().unanswered()).isTrue();
        assertThat(release.release().grant()).isNull();
    }

    /** B01, B02: the grant comes after a release was confirmed, so that release freed nothing. */
    @Test
    void grantAfterTheReleaseIsReleasedAgainAtOnce() {
        giveUpOneAttempt().gone();
        rig.spi.acquire(0).granted(1);
        assertThat(rig.spi.releases()).hasSize(2);
        rig.lastRelease().confirmed();
        rig.assertNothingLeft();
    }

    @Test
    void confirmedReleaseIsRepeatedWhileTheAcquireMayArrive() {
        giveUpOneAttempt().gone();
        for (int round = 2; round <= 3; round++) {
            rig.advance(Duration.ofSeconds(10));
            assertThat(rig.spi.releases()).hasSize(round);
            rig.lastRelease().gone();
        }
        rig.advance(Duration.ofMinutes(1));
        rig.spi.releases().forEach(ScriptedSpi.ReleaseCall::gone);
        int sent = rig.spi.releases().size();
        rig.advance(Duration.ofMinutes(5));
        assertThat(rig.spi.releases()).hasSize(sent);
        rig.assertNothingLeft();
    }

    /** The release before the late answer may have been applied before the acquire was; only a later one counts. */
    @Test
    void releaseSentBeforeTheAcquireWasSettledSettlesNothing() {
        ScriptedSpi.ReleaseCall early = giveUpOneAttempt();
        rig.spi.acquire(0).granted(1);
        assertThat(rig.spi.releases()).hasSize(2);
        early.gone();
        rig.lastRelease().fails();
        rig.advance(Duration.ofSeconds(1));
        assertThat(rig.spi.releases()).hasSize(3);
        rig.lastRelease().confirmed();
        rig.assertNothingLeft();
    }

    /** Two attempts are open, and one of them turns out to own the lock after the release. */
    @Test
    void lateGrantIsReleasedEvenWhileAnotherAttemptIsOpen() {
        Call<Boolean> call =
                caller.call(() -> rig.lock.tryLock(Duration.ofSeconds(4))).awaitParked();
        rig.advance(Duration.ofSeconds(3));
        assertThat(rig.spi.acquires()).hasSize(2);
        rig.advanceMillis(1200);
        assertThat(call.failure()).isInstanceOf(LockUnavailableException.class);
        rig.lastRelease().gone();
        rig.spi.acquire(0).granted(1);
        assertThat(rig.spi.releases()).hasSize(2);
    }

    @Test
    void failedReleaseIsRepeatedLongAfterTheLeaseBecauseTheStoreMayStandStill() {
        rig.spi.onRelease(ScriptedSpi.ReleaseCall::fails);
        giveUpOneAttempt();
        rig.advance(Duration.ofSeconds(27));
        assertThat(rig.size("releases")).isEqualTo(1);
        int sent = rig.spi.releases().size();
        assertThat(sent).isBetween(25, 50);
        rig.advance(Duration.ofMinutes(5));
        assertThat(rig.size("releases")).isEqualTo(1);
        rig.advance(Duration.ofMinutes(11));
        rig.assertNothingLeft();
    }

    @Test
    void silentReleaseIsRepeated() {
        giveUpOneAttempt();
        rig.advance(Duration.ofSeconds(4));
        assertThat(rig.spi.releases()).hasSize(2);
    }

    @Test
    void attemptThatCertainlyDidNothingNeedsNoRelease() {
        Call<Boolean> call = caller.call(rig.lock::tryLock).awaitParked();
        rig.lastAcquire().unavailable(Attempt.Effect.NONE);
        assertThat(call.failure()).isInstanceOf(LockUnavailableException.class);
        assertThat(rig.spi.releases()).isEmpty();
        rig.assertNothingLeft();
    }

    /** The connection is closed, so the acquire was applied or never will be: one confirmed release settles it. */
    @Test
    void attemptOnAClosedConnectionNeedsOneConfirmedRelease() {
        Call<Boolean> call = caller.call(rig.lock::tryLock).awaitParked();
        rig.lastAcquire().unavailable(Attempt.Effect.UNKNOWN_CLOSED);
        assertThat(call.failure()).isInstanceOf(LockUnavailableException.class);
        assertThat(rig.lastRelease().release().unanswered()).isTrue();
        rig.lastRelease().gone();
        rig.assertNothingLeft();
    }

    @Test
    void attemptWithAnUnknownEffectIsReleasedUntilItIsOver() {
        Call<Boolean> call = caller.call(rig.lock::tryLock).awaitParked();
        rig.lastAcquire().unavailable(Attempt.Effect.UNKNOWN_OPEN);
        assertThat(call.failure()).isInstanceOf(LockUnavailableException.class);
        assertThat(rig.lastRelease().release().unanswered()).isTrue();
        rig.lastRelease().gone();
        rig.advance(Duration.ofSeconds(10));
        assertThat(rig.spi.releases()).hasSize(2);
    }

    /** B133: what the back end throws is an answer without information. */
    @Test
    void backEndThatThrowsIsUnavailable() {
        rig.spi.onAcquire(call -> {
            throw new IllegalStateException("bug in the back end");
        });
        Call<Boolean> call = caller.call(rig.lock::tryLock);
        assertThat(call.failure())
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("bug in the back end")
                .hasRootCauseInstanceOf(IllegalStateException.class);
        assertThat(rig.spi.releases()).hasSize(1);
    }

    @Test
    void stageThatFailsIsUnavailable() {
        Call<Boolean> call = caller.call(rig.lock::tryLock).awaitParked();
        rig.lastAcquire().answer().completeExceptionally(new IllegalStateException("bug in the back end"));
        assertThat(call.failure()).hasMessageContaining("bug in the back end");
        assertThat(rig.lastRelease().release().unanswered()).isTrue();
    }

    /** B65, B66: the attempt was sent twice and applied twice; it is one hold, and one unlock ends it. */
    @Test
    void attemptThatIsSentAgainCountsOnce() {
        Call<String> call = caller.run(rig.lock::lock).awaitParked();
        rig.advance(Duration.ofSeconds(3));
        assertThat(rig.spi.acquires()).hasSize(2);
        assertThat(rig.spi.acquire(1).claim()).isEqualTo(rig.spi.acquire(0).claim());
        rig.spi.acquire(0).granted(5);
        call.result();
        rig.spi.acquire(1).granted(5);
        assertThat(caller.now(rig.lock::holdCount)).isEqualTo(1);
        Call<String> unlock = caller.run(rig.lock::unlock).awaitParked();
        rig.lastRelease().confirmed();
        unlock.result();
        assertThat(rig.spi.releases()).hasSize(1);
        rig.assertNothingLeft();
    }

    /** The second attempt may arrive after the release, which must therefore leave a mark against it. */
    @Test
    void releaseOfAHoldSaysThatAnotherAttemptMayStillArrive() {
        Call<String> call = caller.run(rig.lock::lock).awaitParked();
        rig.advance(Duration.ofSeconds(3));
        rig.spi.acquire(0).granted(5);
        call.result();
        caller.run(rig.lock::unlock).awaitParked();
        assertThat(rig.lastRelease().release().unanswered()).isTrue();
    }

    @Test
    void releaseOfAnAnsweredAcquireNeedsNoMark() {
        Actor holder = rig.holder(5);
        holder.run(rig.lock::unlock).awaitParked();
        assertThat(rig.lastRelease().release().unanswered()).isFalse();
        assertThat(rig.lastRelease().release().topToken()).isEqualTo(5);
    }
}
