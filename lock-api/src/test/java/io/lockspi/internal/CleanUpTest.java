package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.DistributedLock;
import io.lockspi.LossEvent;
import io.lockspi.Registration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** K12: what is not in use takes no memory, no timer and no thread. */
class CleanUpTest {
    private final Rig rig = Rig.serving();

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void freeLockLeavesNothing() {
        Rig.takeAndGiveBack(rig.lock);
        rig.assertNothingLeft();
    }

    /** B84: each name has its own state, also when one thread holds them all. */
    @Test
    void tenThousandNamesLeaveNothing() {
        List<DistributedLock> locks = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            locks.add(rig.engine.lock("name/" + i));
        }
        locks.forEach(DistributedLock::lock);
        assertThat(rig.size("states")).isEqualTo(10_000);
        assertThat(rig.size("agenda")).isPositive().isLessThan(200);
        locks.forEach(DistributedLock::unlock);
        rig.assertNothingLeft();
    }

    @Test
    void contendedNamesLeaveNothing() {
        List<Actor> actors = List.of(rig.actor("a"), rig.actor("b"), rig.actor("c"));
        List<Call<String>> calls = actors.stream()
                .map(actor -> actor.run(() -> {
                    for (int round = 0; round < 300; round++) {
                        Rig.takeAndGiveBack(rig.engine.lock("name/" + round % 7));
                    }
                }))
                .toList();
        calls.forEach(Call::result);
        rig.assertNothingLeft();
    }

    @Test
    void questionsAboutALockNobodyHoldsLeaveNothing() {
        assertThat(rig.lock.isHeldByCurrentThread()).isFalse();
        assertThat(rig.lock.holdCount()).isZero();
        assertThat(rig.lock.remainingLease()).isZero();
        rig.assertNothingLeft();
    }

    @Test
    void timedOutWaitersLeaveNothing() {
        Actor holder = rig.actor("holder");
        holder.does(rig.lock::lock);
        List<Call<Boolean>> calls = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            calls.add(rig.actor("waiter " + i)
                    .call(() -> rig.lock.tryLock(Duration.ofMillis(200)))
                    .awaitParked());
        }
        rig.advanceMillis(200);
        calls.forEach(call -> assertThat(call.result()).isFalse());
        holder.does(rig.lock::unlock);
        rig.assertNothingLeft();
    }

    /** A thread that never unlocks what it lost is forgotten after ten minutes. */
    @Test
    void lostHoldIsForgottenInTheEnd() {
        Actor holder = rig.actor("holder");
        holder.does(() -> rig.lock.lock(Duration.ofSeconds(10)));
        rig.advance(Duration.ofSeconds(10));
        assertThat(rig.size("states")).isEqualTo(1);
        rig.advance(Duration.ofMinutes(10));
        rig.assertNothingLeft();
        assertThat(holder.run(rig.lock::unlock).failure()).isExactlyInstanceOf(IllegalMonitorStateException.class);
    }

    @Test
    void lostHoldIsForgottenWithItsUnlock() {
        Actor holder = rig.actor("holder");
        holder.does(() -> rig.lock.lock(Duration.ofSeconds(10)));
        rig.advance(Duration.ofSeconds(10));
        assertThat(holder.run(rig.lock::unlock).failure()).isNotNull();
        rig.assertNothingLeft();
    }

    @Test
    void removedListenersLeaveNothing() {
        List<LossEvent> losses = new ArrayList<>();
        List<Registration> registrations = List.of(rig.lock.onLost(losses::add), rig.lock.onLost(losses::add));
        assertThat(rig.size("listened")).isEqualTo(1);
        registrations.forEach(Registration::close);
        rig.assertNothingLeft();
    }

    @Test
    void noThreadStaysAfterClose() {
        Rig own = Rig.serving();
        List<LossEvent> losses = own.recordLosses();
        own.actor("holder").does(own.lock::lock);
        own.close();
        Rig.awaitSize(losses, 1);
        Actor.await(
                "the end of the callback threads",
                () -> threads("lockspi-callback").isEmpty());
        assertThat(threads("lockspi-timer")).isEmpty();
    }

    private static Set<String> threads(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name::equals)
                .collect(Collectors.toSet());
    }
}
