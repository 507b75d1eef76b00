package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.lockspi.LeaderElection;
import io.lockspi.Leadership;
import io.lockspi.spi.Attempt;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How a candidate is elected, stays leader and is deposed by what happens to its claim. */
class ElectionTest {
    private static final String LOCK = "election:" + Rig.NAME;

    private final Rig rig = new Rig();
    private final LeaderElection election = rig.engine.election(Rig.NAME);
    private final Hearer hearer = Hearer.of(election);

    @AfterEach
    void close() {
        rig.close();
    }

    private Leadership elected(long term) {
        election.join();
        rig.lastAcquire().granted(term);
        return election.leadership().orElseThrow();
    }

    @Test
    void candidateWaitsForALockOfItsOwnName() {
        assertThat(rig.spi.requests()).isZero();
        election.join();
        assertThat(rig.lastAcquire().claim().name()).isEqualTo(LOCK);
        assertThat(rig.lastAcquire().claim().tokens()).isEqualTo(1);
        assertThat(rig.lastAcquire().waits()).isTrue();
        assertThat(election.isCandidate()).isTrue();
        assertThat(election.isLeader()).isFalse();
        assertThat(election.leadership()).isEmpty();
        assertThat(election.name()).isEqualTo(Rig.NAME);
    }

    @Test
    void grantedCandidateLeads() {
        Leadership term = elected(7);
        assertThat(election.isLeader()).isTrue();
        assertThat(term.isCurrent()).isTrue();
        assertThat(term.term()).isEqualTo(7);
        assertThat(term.election()).isEqualTo(Rig.NAME);
        assertThat(term.remaining()).isEqualTo(Duration.ofMillis(29_398));
        assertThat(term.claim().lockName()).isEqualTo(LOCK);
        assertThat(term.claim().fencingToken()).isEqualTo(7);
        hearer.hears("elected 7");
    }

    @Test
    void secondJoinDoesNothing() {
        elected(1);
        election.join();
        assertThat(rig.spi.acquires()).hasSize(1);
        assertThat(election.isLeader()).isTrue();
    }

    @Test
    void leaderStaysWhileItIsRenewed() {
        Leadership term = elected(1);
        rig.spi.onRenew(ScriptedSpi.RenewCall::extended);
        rig.advance(Duration.ofHours(1));
        assertThat(rig.spi.renews()).hasSizeGreaterThan(100);
        assertThat(term.isCurrent()).isTrue();
        assertThat(rig.spi.acquires()).hasSize(1);
        hearer.hears("elected 1");
    }

    /** Whoever wakes from a pause learns the truth before any timer has run. */
    @Test
    void answersAreLocalAndEndWithTheValidity() {
        Leadership term = elected(1);
        rig.clock.pause(Duration.ofMillis(29_397));
        assertThat(election.isLeader()).isTrue();
        rig.clock.pause(Duration.ofMillis(1));
        assertThat(election.isLeader()).isFalse();
        assertThat(election.leadership()).isEmpty();
        assertThat(term.isCurrent()).isFalse();
        assertThat(term.remaining()).isZero();
        assertThat(rig.spi.requests()).isEqualTo(1);
        assertThat(election.resign()).as("resign() after the term").isFalse();
    }

    @Test
    void leaderThatIsNotRenewedIsDeposedAndACandidateAgain() {
        Leadership first = elected(1);
        rig.advanceMillis(29_398);
        hearer.hears("elected 1", "EXPIRED 1");
        assertThat(election.isCandidate()).isTrue();
        assertThat(rig.spi.releases()).hasSize(1);
        Rig.awaitSize(rig.spi.acquires(), 2);
        rig.lastAcquire().granted(2);
        hearer.hears("elected 1", "EXPIRED 1", "elected 2");
        assertThat(first.isCurrent()).isFalse();
        assertThat(first.term()).isEqualTo(1);
        assertThat(election.leadership().orElseThrow().term()).isEqualTo(2);
    }

    @Test
    void leaderWhoseClaimIsGoneIsDeposedAtOnce() {
        elected(1);
        rig.advanceMillis(10_000);
        rig.lastRenew().notMine();
        assertThat(election.isLeader()).isFalse();
        Rig.awaitSize(rig.spi.acquires(), 2);
        hearer.hears("elected 1", "REVOKED 1");
    }

    @Test
    void storeMayTellTheLoss() {
        elected(1);
        rig.spi.events().lost(rig.lastAcquire().claim());
        assertThat(election.isLeader()).isFalse();
        hearer.hears("elected 1", "REVOKED 1");
    }

    @Test
    void grantThatComesTooLateElectsNobody() {
        election.join();
        rig.spi.onRelease(ScriptedSpi.ReleaseCall::confirmed);
        ScriptedSpi.AcquireCall first = rig.lastAcquire();
        rig.clock.pause(Duration.ofSeconds(31));
        first.granted(1);
        assertThat(election.isLeader()).isFalse();
        assertThat(rig.spi.acquires()).hasSize(2);
        rig.lastAcquire().granted(2);
        hearer.hears("elected 2");
    }

    /** The term is over between the store's answer and the candidate's look at it. */
    @Test
    void grantThatIsOverWhenTheCandidateHearsOfItElectsNobody() {
        election.join();
        LockState state = java.util.Objects.requireNonNull(rig.engine.table().peek(LOCK));
        rig.spi.onRelease(ScriptedSpi.ReleaseCall::confirmed);
        state.underMutex(() -> {
            state.afterwards(() -> rig.clock.pause(Duration.ofSeconds(30)));
            rig.spi.acquire(0).granted(1);
        });
        assertThat(election.isLeader()).isFalse();
        Rig.awaitSize(rig.spi.acquires(), 2);
        rig.lastAcquire().granted(2);
        hearer.hears("elected 2");
    }

    @Test
    void refusedCandidateGoesOnAsking() {
        election.join();
        rig.lastAcquire().refused();
        assertThat(election.isCandidate()).isTrue();
        rig.advanceMillis(4_999);
        assertThat(rig.spi.acquires()).hasSize(1);
        rig.advanceMillis(1);
        assertThat(rig.spi.acquires()).hasSize(2);
        rig.lastAcquire().granted(3);
        hearer.hears("elected 3");
    }

    @Test
    void outageIsWaitedOut() {
        election.join();
        rig.lastAcquire().unavailable(Attempt.Effect.NONE);
        rig.advanceMillis(60);
        assertThat(rig.spi.acquires()).hasSize(2);
        rig.lastAcquire().granted(1);
        assertThat(election.isLeader()).isTrue();
    }

    @Test
    void closeOfTheServiceDeposesAndEndsTheCandidacy() {
        elected(1);
        LeaderElection other = rig.engine.election(Rig.NAME);
        other.join();
        rig.spi.onRelease(ScriptedSpi.ReleaseCall::confirmed);
        rig.actor("closer").does(rig.engine::close);
        assertThat(election.isLeader()).isFalse();
        assertThat(election.isCandidate()).isFalse();
        assertThat(other.isCandidate()).isFalse();
        hearer.hears("elected 1", "CLOSED 1");
        assertThatIllegalStateException().isThrownBy(election::join).withMessageContaining("closed");
        assertThatIllegalStateException().isThrownBy(election::inspect).withMessageContaining("closed");
        assertThat(rig.size("candidates")).isZero();
        election.leave();
    }

    @Test
    void namesAreThoseOfLocksButShorter() {
        Stream.of("", "\ud800", "x".repeat(1016))
                .forEach(name -> assertThatIllegalArgumentException().isThrownBy(() -> rig.engine.election(name)));
        assertThat(rig.engine.election("x".repeat(1015)).name()).hasSize(1015);
    }

    @Test
    void lockOfTheSameNameIsAnotherThing() {
        elected(1);
        Actor holder = rig.actor("holder");
        Call<String> call = holder.run(rig.lock::lock);
        Rig.awaitSize(rig.spi.acquires(), 2);
        rig.lastAcquire().granted(2);
        call.result();
        assertThat(election.isLeader()).isTrue();
    }

    @Test
    void textSaysWhatItIs() {
        assertThat(election).hasToString("LeaderElection['invoices' on test://store, no candidate]");
        election.join();
        assertThat(election).hasToString("LeaderElection['invoices' on test://store, waits]");
        rig.lastAcquire().granted(5);
        assertThat(election)
                .hasToString(
                        "LeaderElection['invoices' on test://store, leads, term 5 of election 'invoices' on test://store]");
    }
}
