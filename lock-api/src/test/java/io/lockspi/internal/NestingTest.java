package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.LockLostException;
import io.lockspi.LockUnavailableException;
import io.lockspi.spi.Renewal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A thread that holds the lock acquires it again. */
class NestingTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Rig rig = new Rig();

    @AfterEach
    void close() {
        rig.close();
    }

    /** B35: three levels are one claim, one stream of renewals and one release. */
    @Test
    void nestedLocksAreCountedHereAndCostNoRequest() {
        rig.spi.onRenew(ScriptedSpi.RenewCall::extended);
        Actor holder = rig.holder(7);
        holder.does(rig.lock::lock);
        assertThat(holder.<Boolean>now(rig.lock::tryLock)).isTrue();
        assertThat(holder.now(rig.lock::holdCount)).isEqualTo(3);
        assertThat(holder.now(rig.lock::fencingToken)).isEqualTo(7);
        rig.advance(Duration.ofSeconds(10));
        assertThat(rig.spi.renews()).hasSize(1);
        holder.does(rig.lock::unlock);
        holder.does(rig.lock::unlock);
        assertThat(rig.spi.releases()).isEmpty();
        holder.run(rig.lock::unlock).awaitParked();
        assertThat(rig.spi.requests()).isEqualTo(3);
        rig.advance(MINUTE);
        assertThat(rig.spi.renews()).hasSize(1);
    }

    @Test
    void nestingIsDeep() {
        Actor holder = rig.holder(1);
        for (int level = 0; level < 1000; level++) {
            holder.does(rig.lock::lock);
        }
        assertThat(holder.now(rig.lock::holdCount)).isEqualTo(1001);
        for (int level = 0; level < 1000; level++) {
            holder.does(rig.lock::unlock);
        }
        assertThat(rig.spi.requests()).isEqualTo(1);
        assertThat(holder.now(rig.lock::isHeldByCurrentThread)).isTrue();
    }

    /** B106: a nested acquire never shortens. */
    @Test
    void nestedShorterLeaseChangesNothing() {
        Actor holder = rig.holder(1, MINUTE);
        Duration before = holder.now(rig.lock::remainingLease);
        holder.does(() -> rig.lock.lock(Duration.ofSeconds(1)));
        assertThat(holder.now(rig.lock::remainingLease)).isEqualTo(before);
        holder.does(rig.lock::unlock);
        assertThat(holder.now(rig.lock::remainingLease)).isEqualTo(before);
        assertThat(rig.spi.requests()).isEqualTo(1);
    }

    @Test
    void nestedLeaseInARenewedHoldCostsNoRequestAndRenewalGoesOn() {
        rig.spi.onRenew(ScriptedSpi.RenewCall::extended);
        Actor holder = rig.holder(1);
        holder.does(() -> rig.lock.lock(Duration.ofSeconds(1)));
        assertThat(rig.spi.requests()).isEqualTo(1);
        rig.advance(MINUTE);
        assertThat(holder.now(rig.lock::holdCount)).isEqualTo(2);
        holder.does(rig.lock::unlock);
        rig.advance(MINUTE);
        assertThat(holder.now(rig.lock::holdCount)).isEqualTo(1);
    }

    @Test
    void longerLeaseMakesOneRenewalBeforeItReturns() {
        Actor holder = rig.holder(1, MINUTE);
        Call<String> nested =
                holder.run(() -> rig.lock.lock(MINUTE.multipliedBy(2))).awaitParked();
        assertThat(rig.lastRenew().renewals()).hasSize(1);
        assertThat(rig.lastRenew().renewals().get(0).lease()).isEqualTo(MINUTE.multipliedBy(2));
        rig.lastRenew().extended();
        nested.result();
        assertThat(holder.now(rig.lock::holdCount)).isEqualTo(2);
        assertThat(holder.now(rig.lock::remainingLease)).isEqualTo(Duration.ofMillis(117_598));
        holder.does(rig.lock::unlock);
        assertThat(holder.now(rig.lock::remainingLease)).isEqualTo(Duration.ofMillis(117_598));
        assertThat(rig.spi.requests()).isEqualTo(2);
    }

    @Test
    void longerLeaseThanTheRenewedOneMakesOneRenewalToo() {
        Actor holder = rig.holder(1);
        Call<String> nested = holder.run(() -> rig.lock.lock(MINUTE)).awaitParked();
        rig.lastRenew().extended();
        nested.result();
        assertThat(holder.now(rig.lock::remainingLease)).isEqualTo(Duration.ofMillis(58_798));
    }

    @Test
    void longerLeaseThatIsUnknownLeavesTheHoldAsItWas() {
        Actor holder = rig.holder(1, MINUTE);
        Duration before = holder.now(rig.lock::remainingLease);
        Call<String> nested =
                holder.run(() -> rig.lock.lock(MINUTE.multipliedBy(2))).awaitParked();
        rig.lastRenew().unknown();
        assertThat(nested.failure())
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("the hold is as it was before")
                .hasCauseInstanceOf(LockUnavailableException.class);
        assertThat(holder.now(rig.lock::holdCount)).isEqualTo(1);
        assertThat(holder.now(rig.lock::remainingLease)).isEqualTo(before);
    }

    @Test
    void longerLeaseWithoutAnAnswerFailsAfterTheRequestTimeoutAndNeverCounts() {
        Actor holder = rig.holder(1, MINUTE);
        Call<String> nested =
                holder.run(() -> rig.lock.lock(MINUTE.multipliedBy(2))).awaitParked();
        rig.advanceMillis(2999);
        nested.awaitParked();
        rig.advanceMillis(1);
        assertThat(nested.failure()).isInstanceOf(LockUnavailableException.class);
        rig.lastRenew().extended();
        assertThat(holder.now(rig.lock::holdCount)).isEqualTo(1);
    }

    @Test
    void refusedLongerLeaseMeansThatTheLockIsLost() {
        Actor holder = rig.holder(1, MINUTE);
        Call<String> nested =
                holder.run(() -> rig.lock.lock(MINUTE.multipliedBy(2))).awaitParked();
        rig.lastRenew().notMine();
        assertThat(nested.failure()).isInstanceOf(LockLostException.class);
        assertThat(holder.now(rig.lock::holdCount)).isZero();
        assertThat(holder.run(rig.lock::unlock).failure()).isInstanceOf(LockLostException.class);
        assertThat(holder.run(rig.lock::unlock).failure()).isExactlyInstanceOf(IllegalMonitorStateException.class);
    }

    @Test
    void extensionThatComesAfterTheDeadlineIsALoss() {
        Actor holder = rig.holder(1, Duration.ofSeconds(2));
        Call<String> nested = holder.run(() -> rig.lock.lock(MINUTE)).awaitParked();
        rig.clock.pause(Duration.ofSeconds(2));
        rig.lastRenew().extended();
        assertThat(nested.failure()).isInstanceOf(LockLostException.class);
    }

    /** A timed call keeps to its own wait also when it is nested, whatever the request time-out is. */
    @Test
    void nestedTimedCallKeepsToItsWait() {
        Actor holder = rig.holder(1, MINUTE);
        Call<Boolean> nested = holder.call(() -> rig.lock.tryLock(Duration.ofMillis(100), MINUTE.multipliedBy(2)))
                .awaitParked();
        rig.advanceMillis(350);
        assertThat(nested.failure()).isInstanceOf(LockUnavailableException.class);
        assertThat(holder.now(rig.lock::holdCount)).isEqualTo(1);
    }

    /** K02 holds for nested calls, too. */
    @Test
    void nestedTimedCallIsInterruptible() {
        Actor holder = rig.holder(1, MINUTE);
        Call<Boolean> nested = holder.call(() -> rig.lock.tryLock(MINUTE, MINUTE.multipliedBy(2)))
                .awaitParked();
        assertThat(nested.interrupt().failure()).isInstanceOf(InterruptedException.class);
        assertThat(nested.flagAtEnd()).isFalse();
        rig.lastRenew().extended();
        assertThat(holder.now(rig.lock::holdCount)).isEqualTo(1);
    }

    @Test
    void nestedLockIsNotInterruptibleAndKeepsTheFlag() {
        Actor holder = rig.holder(1, MINUTE);
        Call<String> nested =
                holder.run(() -> rig.lock.lock(MINUTE.multipliedBy(2))).awaitParked();
        nested.interruptAndAwaitParkedAgain();
        rig.lastRenew().extended();
        nested.result();
        assertThat(nested.flagAtEnd()).isTrue();
        assertThat(holder.now(rig.lock::holdCount)).isEqualTo(2);
    }

    /** B106: renewal is on while a level asked for it, and off again after that level was left. */
    @Test
    void renewalIsOnWhileALevelAskedForIt() {
        Actor holder = rig.holder(1, Duration.ofSeconds(20));
        Call<String> nested = holder.run(rig.lock::lock).awaitParked();
        rig.lastRenew().extended();
        nested.result();
        rig.spi.onRenew(ScriptedSpi.RenewCall::extended);
        rig.advance(MINUTE);
        assertThat(rig.spi.renews()).hasSize(7);
        holder.does(rig.lock::unlock);
        Duration left = holder.now(rig.lock::remainingLease);
        rig.advance(left.minusMillis(1));
        assertThat(rig.spi.renews()).hasSize(7);
        assertThat(holder.now(rig.lock::isHeldByCurrentThread)).isTrue();
        rig.advanceMillis(1);
        assertThat(holder.now(rig.lock::isHeldByCurrentThread)).isFalse();
    }

    @Test
    void aLevelThatDidNotAskForRenewalDoesNotTakeItOverFromOneThatWasLeft() {
        Actor holder = rig.holder(1, Duration.ofSeconds(20));
        Call<String> renewed = holder.run(rig.lock::lock).awaitParked();
        rig.lastRenew().extended();
        renewed.result();
        rig.spi.onRenew(ScriptedSpi.RenewCall::extended);
        holder.does(rig.lock::unlock);
        holder.does(() -> rig.lock.lock(Duration.ofSeconds(1)));
        Duration left = holder.now(rig.lock::remainingLease);
        rig.advance(left.minusMillis(1));
        assertThat(rig.spi.renews()).hasSize(1);
        assertThat(holder.now(rig.lock::isHeldByCurrentThread)).isTrue();
        rig.advanceMillis(1);
        assertThat(holder.now(rig.lock::isHeldByCurrentThread)).isFalse();
    }

    @Test
    void nestedRenewalThatPromisesLessThanIsLeftStillCounts() {
        Actor holder = rig.holder(1, MINUTE);
        Call<String> nested =
                holder.run(() -> rig.lock.lock(MINUTE.multipliedBy(2))).awaitParked();
        rig.lastRenew().answer().complete(List.of(new Renewal.Extended(Duration.ofSeconds(30))));
        nested.result();
        assertThat(holder.now(rig.lock::remainingLease)).isEqualTo(Duration.ofMillis(58_798));
    }
}
