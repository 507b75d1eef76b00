package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.Deposition;
import io.lockspi.ElectionListener;
import io.lockspi.LeaderElection;
import io.lockspi.Leadership;
import io.lockspi.LockInfo;
import io.lockspi.LockUnavailableException;
import io.lockspi.spi.LockCapability;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How a leader hands over, and how a candidate leaves. */
class ResignTest {
    private final ManualClock clock = new ManualClock();
    private final Rig rig =
            new Rig(clock, "", Set.of(LockCapability.FENCING_TOKENS, LockCapability.LEASE, LockCapability.FAIR));
    private final LeaderElection election = rig.engine.election(Rig.NAME);
    private final Hearer hearer = Hearer.of(election);
    private final Actor caller = rig.actor("caller");

    @AfterEach
    void close() {
        rig.close();
    }

    private void lead(long term) {
        election.join();
        rig.lastAcquire().granted(term);
    }

    @Test
    void leaderIsDeposedBeforeItsReleaseIsSent() {
        lead(1);
        List<Boolean> leads = new CopyOnWriteArrayList<>();
        rig.spi.onRelease(call -> {
            leads.add(election.isLeader());
            call.confirmed();
        });
        assertThat(caller.<Boolean>now(election::resign)).isTrue();
        assertThat(leads).containsExactly(false);
        hearer.hears("elected 1", "RESIGNED 1");
    }

    @Test
    void resignerQueuesBehindTheOthers() {
        lead(1);
        Call<Boolean> resigning = caller.call(election::resign);
        Rig.awaitSize(rig.spi.releases(), 1);
        Rig.awaitSize(rig.spi.acquires(), 2);
        assertThat(rig.lastAcquire().claim().id())
                .isNotEqualTo(rig.spi.acquire(0).claim().id());
        assertThat(resigning.isDone()).isFalse();
        rig.lastRelease().confirmed();
        assertThat(resigning.result()).isTrue();
        assertThat(election.isCandidate()).isTrue();
        rig.lastAcquire().granted(2);
        hearer.hears("elected 1", "RESIGNED 1", "elected 2");
    }

    @Test
    void resigningWithoutLeadingDoesNothing() {
        assertThat(election.resign()).isFalse();
        election.join();
        assertThat(election.resign()).isFalse();
        assertThat(rig.spi.releases()).isEmpty();
        assertThat(election.isCandidate()).isTrue();
    }

    /** Its claim is never passed on unasked, and when it resigns the other one leads, by a claim of its own. */
    @Test
    void candidateOfTheSameServiceWaitsItsTurn() {
        lead(1);
        LeaderElection second = rig.engine.election(Rig.NAME);
        second.join();
        rig.spi.onRenew(ScriptedSpi.RenewCall::extended);
        rig.advance(Duration.ofMinutes(20));
        assertThat(election.isLeader()).isTrue();
        assertThat(second.isLeader()).isFalse();
        assertThat(rig.spi.acquires()).hasSize(1);
        rig.spi.onRelease(ScriptedSpi.ReleaseCall::confirmed);
        caller.does(election::resign);
        Rig.awaitSize(rig.spi.acquires(), 2);
        rig.lastAcquire().granted(2);
        assertThat(second.isLeader()).isTrue();
        assertThat(election.isLeader()).isFalse();
        caller.does(second::resign);
        Rig.awaitSize(rig.spi.acquires(), 3);
        rig.lastAcquire().granted(3);
        assertThat(election.isLeader()).isTrue();
        hearer.hears("elected 1", "RESIGNED 1", "elected 3");
    }

    @Test
    void leaderThatResignsAtOnceDoesNotPassItsClaimOnEither() {
        lead(1);
        LeaderElection second = rig.engine.election(Rig.NAME);
        second.join();
        rig.spi.onRelease(ScriptedSpi.ReleaseCall::confirmed);
        caller.does(election::resign);
        assertThat(second.isLeader()).isFalse();
        assertThat(rig.spi.releases()).hasSize(1);
        assertThat(rig.spi.acquires()).hasSize(2);
    }

    @Test
    void resignerStandsBackWhereTheStoreKeepsNoQueue() {
        try (Rig unfair = new Rig(clock, "")) {
            LeaderElection other = leading(unfair, 1);
            unfair.actor("caller").does(other::resign);
            other.join();
            clock.advance(Duration.ofMillis(1_199));
            assertThat(unfair.spi.acquires()).hasSize(1);
            clock.advance(Duration.ofMillis(1));
            assertThat(unfair.spi.acquires()).hasSize(2);
            unfair.actor("another").does(other::leave);
        }
    }

    @Test
    void resignerThatJoinsAtItsDepositionStandsBackAsWell() {
        try (Rig unfair = new Rig(clock, "")) {
            LeaderElection other = leading(unfair, 1);
            AtomicBoolean joined = new AtomicBoolean();
            var unused = other.addListener(new ElectionListener() {
                @Override
                public void elected(Leadership leadership) {}

                @Override
                public void deposed(Deposition deposition) {
                    other.join();
                    joined.set(true);
                }
            });
            unfair.actor("caller").does(other::resign);
            Actor.await("the listener's join", joined::get);
            assertThat(unfair.spi.acquires()).hasSize(1);
            unfair.actor("another").does(other::leave);
        }
    }

    /** It looks whether another leads by now, and then waits like anybody else. */
    @Test
    void resignerStandsBackOnlyUntilAnotherLeads() {
        try (Rig unfair = new Rig(clock, "")) {
            LeaderElection other = leading(unfair, 7);
            unfair.spi.inspection(CompletableFuture.completedFuture(Optional.of(leader(7))));
            unfair.actor("caller").does(other::resign);
            clock.advance(Duration.ofMillis(200));
            assertThat(unfair.spi.inspected()).hasSize(4).containsOnly("election:" + Rig.NAME);
            assertThat(unfair.spi.acquires())
                    .as("while it sees only its own former term")
                    .hasSize(1);
            unfair.spi.inspection(CompletableFuture.completedFuture(Optional.of(leader(8))));
            clock.advance(Duration.ofMillis(50));
            assertThat(unfair.spi.acquires()).hasSize(2);
            unfair.lastAcquire().held();
            clock.advance(Duration.ofMillis(700));
            assertThat(unfair.spi.inspected()).hasSize(5);
            unfair.actor("another").does(other::leave);
            unfair.assertNothingLeft();
        }
    }

    /** Another may lead and resign between two looks, and then nobody would stand for election at all. */
    @Test
    void resignerStandsBackOnlyWhileSomebodyWaits() {
        try (Rig unfair = new Rig(clock, "")) {
            LeaderElection other = leading(unfair, 7);
            unfair.spi.inspection(CompletableFuture.completedFuture(Optional.empty()));
            unfair.spi.waiters(OptionalInt.of(1));
            unfair.actor("caller").does(other::resign);
            clock.advance(Duration.ofMillis(200));
            unfair.spi.waiters(OptionalInt.of(0));
            clock.advance(Duration.ofMillis(50));
            assertThat(unfair.spi.acquires())
                    .as("after one look at nobody, who may be about to ask again")
                    .hasSize(1);
            clock.advance(Duration.ofMillis(50));
            assertThat(unfair.spi.acquires()).hasSize(2);
            unfair.actor("another").does(other::leave);
        }
    }

    /** A candidate that leads, and whose release will be confirmed. */
    private static LeaderElection leading(Rig rig, long term) {
        LeaderElection candidate = rig.engine.election(Rig.NAME);
        candidate.join();
        rig.lastAcquire().granted(term);
        rig.spi.onRelease(ScriptedSpi.ReleaseCall::confirmed);
        return candidate;
    }

    private static LockInfo leader(long term) {
        return new LockInfo(
                "election:" + Rig.NAME, "host", 1, "", null, term, Duration.ofSeconds(1), OptionalInt.empty());
    }

    @Test
    void candidateMayLeaveWhileItStandsBack() {
        try (Rig unfair = new Rig(clock, "")) {
            LeaderElection other = leading(unfair, 1);
            unfair.actor("caller").does(other::resign);
            other.leave();
            unfair.assertNothingLeft();
        }
    }

    @Test
    void unconfirmedResignationIsOverHereAllTheSame() {
        lead(1);
        Call<Boolean> resigning = caller.call(election::resign);
        Rig.awaitSize(rig.spi.releases(), 1);
        resigning.awaitParked();
        rig.advanceMillis(3_000);
        assertThat(resigning.failure())
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("release");
        assertThat(election.isLeader()).isFalse();
        assertThat(election.isCandidate()).isTrue();
        hearer.hears("elected 1", "RESIGNED 1");
    }

    @Test
    void resignationThatFindsNothingSaysSo() {
        lead(1);
        rig.spi.onRelease(ScriptedSpi.ReleaseCall::gone);
        assertThat(caller.<Boolean>now(election::resign)).isFalse();
        hearer.hears("elected 1", "RESIGNED 1");
    }

    @Test
    void interruptNeitherEndsAResignationNorIsLost() {
        lead(1);
        Call<Boolean> resigning = caller.call(election::resign).interruptAndAwaitParkedAgain();
        rig.lastRelease().confirmed();
        assertThat(resigning.result()).isTrue();
        assertThat(resigning.flagAtEnd()).isTrue();
    }

    @Test
    void leaderThatLeavesIsNoCandidate() {
        lead(1);
        rig.spi.onRelease(ScriptedSpi.ReleaseCall::confirmed);
        caller.does(election::close);
        hearer.hears("elected 1", "LEFT 1");
        assertThat(election.isCandidate()).isFalse();
        assertThat(election.isLeader()).isFalse();
        rig.assertNothingLeft();
        election.leave();
        election.join();
        rig.lastAcquire().granted(2);
        hearer.hears("elected 1", "LEFT 1", "elected 2");
    }

    @Test
    void waitingCandidateThatLeavesTakesItsClaimBack() {
        election.join();
        rig.lastAcquire().held();
        rig.spi.onRelease(ScriptedSpi.ReleaseCall::confirmed);
        election.leave();
        assertThat(rig.lastRelease().release().claim())
                .isEqualTo(rig.lastAcquire().claim());
        rig.assertNothingLeft();
        assertThat(hearer.heard).isEmpty();
    }

    /** The grant was decided, and the candidate leaves before it hears of it. */
    @Test
    void grantOfACandidateThatHasLeftIsGivenBack() {
        election.join();
        LockState state = java.util.Objects.requireNonNull(rig.engine.table().peek("election:" + Rig.NAME));
        rig.spi.onRelease(ScriptedSpi.ReleaseCall::confirmed);
        state.underMutex(() -> {
            state.afterwards(election::leave);
            rig.spi.acquire(0).granted(1);
        });
        assertThat(election.isLeader()).isFalse();
        assertThat(rig.spi.releases()).hasSize(1);
        rig.assertNothingLeft();
        assertThat(hearer.heard).isEmpty();
    }

    @Test
    void refusedCandidateMayLeave() {
        rig.spi.onRelease(ScriptedSpi.ReleaseCall::confirmed);
        election.join();
        rig.lastAcquire().refused();
        election.leave();
        rig.assertNothingLeft();
    }
}
