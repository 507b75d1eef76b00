package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.spi.LockCapability;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** After a batch of sections another process goes first, also where the store keeps no queue. */
@SuppressWarnings("LockNotBeforeTry") // locking and unlocking is what is tested
class HoldBackTest {
    @Test
    void nextAcquireWaitsForOthersIfTheStoreKeepsNoQueue() {
        try (Rig rig = new Rig()) {
            releaseAfterABatch(rig);
            assertThat(rig.spi.acquires()).hasSize(1);
            rig.spi.events().mayBeFree(Rig.NAME);
            assertThat(rig.spi.acquires())
                    .as("after the news of our own release")
                    .hasSize(1);
            rig.advanceMillis(2);
            assertThat(rig.spi.acquires()).hasSize(2);
            rig.lastAcquire().held();
            rig.spi.events().mayBeFree(Rig.NAME);
            assertThat(rig.spi.acquires()).as("hints count again").hasSize(3);
        }
    }

    @Test
    void waitThatEndsMeanwhileIsToldThatTheLockWasHeld() {
        try (Rig rig = new Rig()) {
            Actor holder = rig.holder(1);
            Call<Boolean> waiting = rig.actor("waiter")
                    .call(() -> rig.lock.tryLock(Duration.ofMillis(21)))
                    .awaitParked();
            rig.advance(Duration.ofMillis(20));
            holder.run(rig.lock::unlock).awaitParked();
            rig.lastRelease().confirmed();
            rig.advanceMillis(1);
            assertThat(waiting.result()).isFalse();
            assertThat(rig.spi.acquires()).hasSize(1);
        }
    }

    @Test
    void slowAnswerHoldsTheNextAcquireBackForAShortTimeOnly() {
        try (Rig rig = new Rig()) {
            Actor holder = rig.actor("holder");
            Call<String> locking = holder.run(rig.lock::lock).awaitParked();
            rig.advanceMillis(2_500);
            rig.lastAcquire().granted(1);
            locking.result();
            rig.actor("waiter").run(rig.lock::lock).awaitParked();
            rig.advance(Duration.ofMillis(20));
            holder.run(rig.lock::unlock).awaitParked();
            rig.lastRelease().confirmed();
            assertThat(rig.spi.acquires()).hasSize(1);
            rig.advanceMillis(22);
            assertThat(rig.spi.acquires()).hasSize(2);
        }
    }

    @Test
    void holdBackEndsWithTheWaiterThatItWasFor() {
        try (Rig rig = new Rig()) {
            Actor holder = rig.holder(1);
            Call<String> waiting =
                    rig.actor("waiter").run(rig.lock::lockInterruptibly).awaitParked();
            rig.advance(Duration.ofMillis(20));
            holder.run(rig.lock::unlock).awaitParked();
            waiting.interrupt().failure();
            rig.state().lostHolds().remember(Thread.currentThread(), rig.holderHold());
            rig.lastRelease().confirmed();
            rig.actor("late").run(rig.lock::lock).awaitParked();
            assertThat(rig.spi.acquires()).hasSize(2);
            rig.state().underMutex(() -> rig.state().lostHolds().forget(Thread.currentThread()));
        }
    }

    @Test
    void nextAcquireIsSentAtOnceIfTheStoreKeepsAQueue() {
        try (Rig rig = new Rig(
                new ManualClock(),
                "",
                Set.of(LockCapability.FENCING_TOKENS, LockCapability.LEASE, LockCapability.FAIR))) {
            releaseAfterABatch(rig);
            assertThat(rig.spi.acquires()).hasSize(2);
        }
    }

    @Test
    void nextAcquireIsSentAtOnceAfterAShortSectionAlone() {
        try (Rig rig = new Rig()) {
            Actor holder = rig.holder(1);
            rig.actor("waiter").run(rig.lock::lock).awaitParked();
            holder.run(rig.lock::unlock).awaitParked();
            rig.lastRelease().confirmed();
            assertThat(rig.spi.acquires()).hasSize(2);
        }
    }

    private static void releaseAfterABatch(Rig rig) {
        Actor holder = rig.holder(1);
        rig.actor("waiter").run(rig.lock::lock).awaitParked();
        rig.advance(Duration.ofMillis(20));
        holder.run(rig.lock::unlock).awaitParked();
        rig.lastRelease().confirmed();
    }
}
