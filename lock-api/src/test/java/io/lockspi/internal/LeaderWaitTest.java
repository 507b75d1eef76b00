package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.lockspi.LeaderElection;
import io.lockspi.Leadership;
import io.lockspi.LockBackendException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Waiting for one candidate to lead. */
class LeaderWaitTest {
    private final Rig rig = new Rig();
    private final LeaderElection election = rig.engine.election(Rig.NAME);
    private final Actor caller = rig.actor("caller");

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void waitEndsWithTheElection() {
        election.join();
        Call<Leadership> wait = caller.call(election::awaitLeadership).awaitParked();
        rig.lastAcquire().granted(9);
        assertThat(wait.result().term()).isEqualTo(9);
        assertThat(caller.now(election::awaitLeadership).term()).isEqualTo(9);
    }

    @Test
    void timedWaitEndsInTime() {
        election.join();
        Call<Optional<Leadership>> wait = caller.call(() -> election.awaitLeadership(Duration.ofSeconds(2)))
                .awaitParked();
        rig.advanceMillis(1_999);
        wait.awaitParked();
        rig.advanceMillis(1);
        assertThat(wait.result()).isEmpty();
        assertThat(election.isCandidate()).isTrue();
        assertThat(caller.now(() -> election.awaitLeadership(Duration.ZERO))).isEmpty();
        assertThat(caller.now(() -> election.awaitLeadership(Duration.ofSeconds(-1))))
                .isEmpty();
    }

    @Test
    void interruptEndsTheWaitAndNotTheCandidacy() {
        election.join();
        Call<Leadership> wait = caller.call(election::awaitLeadership).interrupt();
        assertThat(wait.failure()).isInstanceOf(InterruptedException.class).hasMessageContaining("stays a candidate");
        assertThat(wait.flagAtEnd()).isFalse();
        assertThat(election.isCandidate()).isTrue();
        rig.lastAcquire().granted(1);
        Call<Leadership> flagged = caller.call(() -> {
            Thread.currentThread().interrupt();
            return election.awaitLeadership();
        });
        assertThat(flagged.failure()).isInstanceOf(InterruptedException.class);
        assertThat(flagged.flagAtEnd()).isFalse();
    }

    @Test
    void whoIsNoCandidateCannotWait() {
        assertThatIllegalStateException()
                .isThrownBy(() -> election.awaitLeadership())
                .withMessageContaining("join()");
        election.join();
        Call<Leadership> wait = caller.call(election::awaitLeadership).awaitParked();
        election.leave();
        assertThat(wait.failure()).isInstanceOf(IllegalStateException.class).hasMessageContaining("left");
    }

    @Test
    void closeOfTheServiceEndsTheWait() {
        election.join();
        Call<Leadership> wait = caller.call(election::awaitLeadership).awaitParked();
        rig.spi.onRelease(ScriptedSpi.ReleaseCall::confirmed);
        rig.engine.close();
        assertThat(wait.failure()).isInstanceOf(IllegalStateException.class).hasMessageContaining("closed");
    }

    @Test
    void closeEndsTheWaitOfACandidateThatPauses() {
        election.join();
        rig.lastAcquire().granted(1);
        rig.spi.onRelease(ScriptedSpi.ReleaseCall::confirmed);
        rig.actor("resigner").does(election::resign);
        Call<Leadership> wait = caller.call(election::awaitLeadership).awaitParked();
        rig.engine.close();
        assertThat(wait.failure()).isInstanceOf(IllegalStateException.class).hasMessageContaining("closed");
    }

    @Test
    void refusalEndsTheWait() {
        election.join();
        Call<Leadership> wait = caller.call(election::awaitLeadership).awaitParked();
        rig.lastAcquire().refused();
        assertThat(wait.failure())
                .isInstanceOf(LockBackendException.class)
                .hasMessageContaining("election 'invoices' on test://store")
                .hasMessageContaining("wrong password");
        assertThat(caller.call(election::awaitLeadership).failure()).isInstanceOf(LockBackendException.class);
        rig.advanceMillis(5_000);
        rig.lastAcquire().granted(1);
        assertThat(caller.now(election::awaitLeadership).term()).isEqualTo(1);
    }

    @Test
    void refusalIsForgottenOnceTheStoreServesTheCandidateAgain() {
        election.join();
        rig.lastAcquire().refused();
        rig.advanceMillis(5_000);
        rig.lastAcquire().held();
        Call<Leadership> wait = caller.call(election::awaitLeadership).awaitParked();
        rig.advanceMillis(1_000);
        rig.lastAcquire().granted(1);
        assertThat(wait.result().term()).isEqualTo(1);
    }

    @Test
    void severalThreadsMayWait() {
        election.join();
        Call<Leadership> first = caller.call(election::awaitLeadership).awaitParked();
        Call<Leadership> second =
                rig.actor("second").call(election::awaitLeadership).awaitParked();
        rig.lastAcquire().granted(1);
        assertThat(first.result()).isSameAs(second.result());
    }
}
