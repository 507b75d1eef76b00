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
