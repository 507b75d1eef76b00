package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.spi.Attempt;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A notification is a hint: one attempt, at once, and never a grant. */
class HintTest {
    private final Rig rig = new Rig();
    private final Actor waiter = rig.actor("waiter");

    @BeforeEach
    void startToWait() {
        waiter.run(rig.lock::lock).awaitParked();
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void hintBringsAnAttemptAtOnce() {
        rig.lastAcquire().held();
        rig.spi.events().mayBeFree(Rig.NAME);
        assertThat(rig.spi.acquires()).hasSize(2);
        assertThat(waiter.thread().isAlive()).isTrue();
    }

    @Test
    void hintForAnotherNameBringsNone() {
        rig.lastAcquire().held();
        rig.spi.events().mayBeFree("invoices/0");
        assertThat(rig.spi.acquires()).hasSize(1);
    }

    @Test
    void hintsDuringAnAttemptBringExactlyOneMore() {
        rig.spi.events().mayBeFree(Rig.NAME);
        rig.spi.events().mayBeFree(Rig.NAME);
        assertThat(rig.spi.acquires()).hasSize(1);
        rig.lastAcquire().held();
        assertThat(rig.spi.acquires()).hasSize(2);
        rig.lastAcquire().held();
        assertThat(rig.spi.acquires()).hasSize(2);
    }

    /** B75: no lasting spin. */
    @Test
    void burstOfHintsIsOneAttempt() {
        rig.lastAcquire().held();
        for (int hint = 0; hint < 1000; hint++) {
            rig.spi.events().mayBeFree(Rig.NAME);
        }
        assertThat(rig.spi.acquires()).hasSize(2);
        rig.lastAcquire().held();
        rig.lastAcquire().held();
        assertThat(rig.spi.acquires()).hasSize(3);
    }

    /** B73: whoever may have missed a message asks again. */
    @Test
    void missedEventsMakeEveryLockAskAgain() {
        Actor other = rig.actor("other");
        other.run(rig.engine.lock("other")::lock).awaitParked();
        rig.spi.acquires().forEach(ScriptedSpi.AcquireCall::held);
        rig.spi.events().mayHaveMissedEvents();
        assertThat(rig.spi.acquires()).hasSize(4);
    }

    @Test
    void hintEndsTheWaitAfterAFailure() {
        rig.lastAcquire().unavailable(Attempt.Effect.NONE, Duration.ofHours(1));
        rig.spi.events().mayBeFree(Rig.NAME);
        assertThat(rig.spi.acquires()).hasSize(2);
    }

    @Test
    void hintWhileTheLockIsHeldHereBringsNothing() {
        rig.lastAcquire().granted(1);
        Actor next = rig.actor("next");
        next.run(rig.lock::lock).awaitParked();
        rig.spi.events().mayBeFree(Rig.NAME);
        assertThat(rig.spi.acquires()).hasSize(1);
    }

    @Test
    void hintAfterAFailureInFlightDoesNotBreakTheBackOff() {
        rig.spi.events().mayBeFree(Rig.NAME);
        rig.lastAcquire().unavailable(Attempt.Effect.NONE);
        rig.advanceMillis(30);
        assertThat(rig.spi.acquires()).hasSize(1);
        rig.advanceMillis(20);
        assertThat(rig.spi.acquires()).hasSize(2);
    }
}
