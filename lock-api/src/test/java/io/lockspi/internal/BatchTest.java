package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.DistributedLock;
import io.lockspi.spi.Attempt;
import io.lockspi.spi.Renewal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Renewals of several locks that become due together. */
class BatchTest {
    private final Rig rig = new Rig();
    private final List<DistributedLock> locks = new ArrayList<>();

    @AfterEach
    void close() {
        rig.close();
    }

    private Actor holderOf(int count) {
        rig.spi.onAcquire(call -> call.granted(1));
        for (int i = 0; i < count; i++) {
            locks.add(rig.engine.lock("name/" + i));
        }
        Actor holder = rig.actor("holder");
        holder.does(() -> locks.forEach(DistributedLock::lock));
        return holder;
    }

    @Test
    void renewalsThatAreDueTogetherAreOneRequest() {
        Actor holder = holderOf(3);
        rig.advance(Duration.ofSeconds(10));
        assertThat(rig.spi.renews()).hasSize(1);
        assertThat(rig.spi.renew(0).renewals()).hasSize(3);
        rig.spi.renew(0).extended();
        assertThat(holder.now(locks.get(2)::remainingLease)).isEqualTo(Duration.ofMillis(29_398));
    }

    @Test
    void batchHasAHundredRenewalsAtMost() {
        holderOf(250);
        rig.advance(Duration.ofSeconds(10));
        assertThat(rig.spi.renews().stream().map(call -> call.renewals().size()))
                .containsExactlyInAnyOrder(100, 100, 50);
    }

    /** Else ten thousand locks that were taken one after the other would be ten thousand requests for ever. */
    @Test
    void renewalsOfManyLocksThatAreDueOneAfterTheOtherAreGathered() {
        rig.spi.onAcquire(call -> call.granted(1));
        rig.spi.onRenew(ScriptedSpi.RenewCall::extended);
        Actor holder = rig.actor("holder");
        for (int i = 0; i < 300; i++) {
            DistributedLock lock = rig.engine.lock("name/" + i);
            locks.add(lock);
            holder.does(lock::lock);
            rig.advanceMillis(10);
        }
        rig.advance(Duration.ofSeconds(17));
        int before = rig.spi.renews().size();
        rig.advance(Duration.ofSeconds(10));
        assertThat(rig.spi.renews().size() - before)
                .as("requests in one period")
                .isBetween(3, 10);
        assertThat(holder.now(() -> locks.stream().allMatch(DistributedLock::isHeldByCurrentThread)))
                .isTrue();
    }

    /** Else an unlock that comes right after ten thousand renewals waits for them, and perhaps for longer than it may. */
    @Test
    void nextBatchesFollowWhenTheFirstAreAnswered() {
        Actor holder = holderOf(2000);
        rig.advance(Duration.ofSeconds(10));
        assertThat(rig.spi.renews().size()).isEqualTo(8);
        rig.spi.renew(3).extended();
        assertThat(rig.spi.renews().size()).isEqualTo(9);
        rig.spi.onRenew(ScriptedSpi.RenewCall::extended);
        rig.spi.renew(0).extended();
        assertThat(rig.spi.renews().stream()
                        .flatMap(call -> call.renewals().stream())
                        .map(renewal -> renewal.claim().name()))
                .hasSize(2000)
                .doesNotHaveDuplicates();
        assertThat(holder.now(locks.get(1999)::remainingLease)).isEqualTo(Duration.ofMillis(29_398));
    }

    /** One of several servers may be silent; the claims at the others must be renewed in time. */
    @Test
    void nextBatchesFollowSoonThoughTheFirstStayUnanswered() {
        holderOf(2000);
        rig.advance(Duration.ofSeconds(10));
        assertThat(rig.spi.renews().size()).isEqualTo(8);
        rig.advanceMillis(94);
        assertThat(rig.spi.renews().size()).isEqualTo(16);
        rig.spi.renew(0).extended();
        assertThat(rig.spi.renews().size())
                .as("an answer that comes late makes no more room")
                .isEqualTo(16);
    }

    /** A renewal that has not been sent yet is not one without an answer: only the first 800 are repeated. */
    @Test
    void renewalThatWaitsToBeSentIsNotSentTwice() {
        holderOf(2000);
        rig.advance(Duration.ofSeconds(10));
        rig.clock.pause(Duration.ofSeconds(4));
        rig.clock.runDue();
        rig.spi.onRenew(ScriptedSpi.RenewCall::extended);
        rig.spi.renews().forEach(ScriptedSpi.RenewCall::extended);
        assertThat(rig.spi.renews().stream()
                        .mapToInt(call -> call.renewals().size())
                        .sum())
                .isEqualTo(2800);
    }

    /** B40: the trouble of one lock is not that of its neighbours in the batch. */
    @Test
    void eachResultCountsForItsOwnLock() {
        Actor holder = holderOf(3);
        rig.advance(Duration.ofSeconds(10));
        List<Renewal.Result> results = rig.spi.renew(0).renewals().stream()
                .<Renewal.Result>map(renewal -> switch (renewal.claim().name()) {
                    case "name/0" -> new Renewal.NotMine();
                    case "name/1" -> new Renewal.Unknown(ScriptedSpi.down());
                    default -> new Renewal.Extended(Duration.ofSeconds(30));
                })
                .toList();
        rig.spi.renew(0).answer().complete(results);
        assertThat(holder.now(locks.get(0)::remainingLease)).isZero();
        assertThat(holder.now(locks.get(1)::remainingLease)).isEqualTo(Duration.ofMillis(19_398));
        assertThat(holder.now(locks.get(2)::remainingLease)).isEqualTo(Duration.ofMillis(29_398));
    }

    @Test
    void lockThatWasUnlockedMeanwhileIsNotInTheBatch() {
        Actor holder = holderOf(2);
        rig.spi.onRelease(ScriptedSpi.ReleaseCall::confirmed);
        holder.does(locks.get(0)::unlock);
        rig.advance(Duration.ofSeconds(10));
        assertThat(rig.spi.renew(0).renewals()).hasSize(1);
    }

    /** K20: a back end that fails at once and wants to be asked again at once must not starve the renewals. */
    @Test
    void backEndThatFailsAtOnceDoesNotStarveRenewal() {
        holderOf(1);
        rig.spi.onAcquire(call -> {
            if (rig.spi.acquires().size() < 20_000) {
                call.unavailable(Attempt.Effect.NONE, Duration.ZERO);
            }
        });
        rig.actor("waiter").run(rig.lock::lock).awaitParked();
        rig.advanceMillis(100);
        assertThat(rig.spi.acquires()).hasSizeLessThan(200);
    }
}
