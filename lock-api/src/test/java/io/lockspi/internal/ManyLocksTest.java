package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.DistributedLock;
import io.lockspi.LossEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** So many locks that their renewals are gathered and looked at in rounds: everything else is as with one. */
class ManyLocksTest {
    private static final int MANY = 1_000;

    /** The first hundred are planned before there are many. */
    private static final int ALONE = 101;

    private final Rig rig = new Rig();
    private final List<LossEvent> losses = new CopyOnWriteArrayList<>();
    private final List<DistributedLock> locks =
            IntStream.range(0, MANY).mapToObj(i -> rig.engine.lock("name/" + i)).toList();
    private final Actor holder = rig.actor("holder");

    @BeforeEach
    void lockAll() {
        rig.spi.onAcquire(call -> call.granted(1));
        locks.forEach(lock -> lock.onLost(losses::add));
        holder.does(() -> locks.forEach(DistributedLock::lock));
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private long held() {
        return holder.now(() ->
                locks.stream().filter(DistributedLock::isHeldByCurrentThread).count());
    }

    private Tenure tenure(int lock) {
        LockState state = Objects.requireNonNull(rig.engine.table().peek("name/" + lock));
        return Objects.requireNonNull(state.holder()).tenure;
    }

    @Test
    void manyAreFewEntriesOfTheAgenda() {
        assertThat(rig.size("agenda")).isLessThan(ALONE + 5);
        rig.spi.onRenew(ScriptedSpi.RenewCall::extended);
        rig.advance(Duration.ofSeconds(30));
        assertThat(rig.size("agenda")).isLessThan(5);
    }

    @Test
    void unlockingAllLeavesNothing() {
        rig.spi.onRelease(ScriptedSpi.ReleaseCall::confirmed);
        rig.spi.onRenew(ScriptedSpi.RenewCall::extended);
        rig.advance(Duration.ofSeconds(12));
        holder.does(() -> locks.forEach(DistributedLock::unlock));
        assertThat(rig.size("agenda")).isZero();
        assertThat(rig.size("states")).isZero();
    }

    @Test
    void whatWasUnlockedIsNotRenewed() {
        rig.spi.onRelease(ScriptedSpi.ReleaseCall::confirmed);
        rig.spi.onRenew(ScriptedSpi.RenewCall::extended);
        holder.does(() -> locks.subList(0, MANY - 300).forEach(DistributedLock::unlock));
        rig.advance(Duration.ofSeconds(10));
        assertThat(rig.spi.renews().stream()
                        .flatMap(call -> call.renewals().stream())
                        .map(renewal -> renewal.claim().name()))
                .hasSize(300)
                .allMatch(name -> Integer.parseInt(name.substring("name/".length())) >= MANY - 300);
    }

    @Test
    void silentStoreEndsEachHoldAtItsDeadline() {
        rig.advance(Duration.ofMillis(29_397));
        assertThat(held()).isEqualTo(MANY);
        rig.advanceMillis(1);
        assertThat(held()).isZero();
        Rig.awaitSize(losses, MANY);
        assertThat(losses).allMatch(loss -> loss.cause() == LossEvent.Cause.EXPIRED);
    }

    /** A store that answers late because it has much to do must not be asked sooner. */
    @Test
    void renewalWithoutAnAnswerIsRepeatedAfterItsPatienceAndNotBefore() {
        Map<String, List<Long>> sent = new HashMap<>();
        rig.spi.onRenew(call -> call.renewals()
                .forEach(renewal -> sent.computeIfAbsent(renewal.claim().name(), name -> new ArrayList<>())
                        .add(rig.clock.nanos())));
        rig.advance(Duration.ofSeconds(15));
        assertThat(sent.values()).hasSize(MANY).allSatisfy(times -> {
            assertThat(times).hasSize(2);
            assertThat(times.get(1) - times.get(0)).isBetween(Nanos.millis(3_000), Nanos.millis(3_500));
        });
    }

    @Test
    void renewalThatFailsIsRepeatedAndKeepsTheLocks() {
        rig.spi.onRenew(ScriptedSpi.RenewCall::unknown);
        rig.advance(Duration.ofSeconds(20));
        assertThat(held()).isEqualTo(MANY);
        rig.spi.onRenew(ScriptedSpi.RenewCall::extended);
        rig.advance(Duration.ofSeconds(60));
        assertThat(held()).isEqualTo(MANY);
        assertThat(losses).isEmpty();
    }

    /** A failing look at one claim, which is a defect of ours, must not cost the others their locks. */
    @Test
    void lookThatFailsDoesNotEndTheRound() {
        List<Tenure> seen = new ArrayList<>();
        Rounds rounds = new Rounds(rig.engine, tenure -> {
            seen.add(tenure);
            throw new IllegalStateException("a look that fails, as this test wants it");
        });
        long due = rig.clock.nanos() + Nanos.millis(5);
        rounds.join(tenure(0), due);
        rounds.join(tenure(1), due);
        rig.advanceMillis(5);
        assertThat(seen).containsExactly(tenure(0), tenure(1));
    }

    /** One request for each hundred, as at any other time. */
    @Test
    void clockJumpRenewsAllTogether() {
        rig.spi.onRenew(ScriptedSpi.RenewCall::extended);
        rig.clock.jump();
        assertThat(rig.spi.renews()).hasSize(MANY / 100);
    }

    @Test
    void nestedLocksAreRenewedLikeTheOthers() {
        rig.spi.onRenew(ScriptedSpi.RenewCall::extended);
        holder.does(() -> locks.forEach(lock -> {
            Rig.takeAndGiveBack(lock);
            lock.lock();
        }));
        rig.advance(Duration.ofMinutes(2));
        assertThat(held()).isEqualTo(MANY);
        assertThat(rig.size("agenda")).isLessThan(5);
    }

    @Test
    void locksOfADeadOwnerRunOut() {
        rig.spi.onRenew(ScriptedSpi.RenewCall::extended);
        rig.advance(Duration.ofSeconds(12));
        holder.dismiss();
        rig.advance(Duration.ofSeconds(60));
        Rig.awaitSize(losses, MANY);
        assertThat(losses).allMatch(loss -> loss.cause() == LossEvent.Cause.OWNER_TERMINATED);
    }

    /** The last hundred are in rounds until those come, and each for itself afterwards. */
    @Test
    void whatIsLeftOfManyIsRenewedOnAndOn() {
        rig.spi.onRelease(ScriptedSpi.ReleaseCall::confirmed);
        rig.spi.onRenew(ScriptedSpi.RenewCall::extended);
        rig.advance(Duration.ofSeconds(12));
        holder.does(() -> locks.subList(50, MANY).forEach(DistributedLock::unlock));
        rig.advance(Duration.ofMinutes(2));
        assertThat(held()).isEqualTo(50);
        assertThat(rig.size("agenda")).isEqualTo(50);
    }

    /** Nor kept alive until then: who locks and unlocks all the time would fill the memory. */
    @Test
    void whoHasLeftIsNotLookedAt() {
        List<Tenure> seen = new ArrayList<>();
        Rounds rounds = new Rounds(rig.engine, seen::add);
        long due = rig.clock.nanos() + Nanos.millis(5);
        rounds.join(tenure(0), due);
        rounds.join(tenure(1), due);
        rounds.leave(tenure(0));
        rounds.leave(tenure(0));
        rig.advanceMillis(5);
        assertThat(seen).containsExactly(tenure(1));
    }

    @Test
    void roundOfWhoJoinsAndLeavesAllTheTimeDoesNotGrow() {
        Rounds rounds = new Rounds(rig.engine, tenure -> {});
        long due = rig.clock.nanos() + Nanos.millis(5);
        rounds.join(tenure(0), due);
        for (int i = 0; i < 1_000; i++) {
            rounds.join(tenure(1), due);
            assertThat(tenure(1).placeInRound).isEqualTo(1);
            rounds.leave(tenure(1));
        }
    }

    /** The last one takes the place of the one that leaves. */
    @Test
    void eachOfThoseWhoStayIsLookedAtOnce() {
        List<Tenure> seen = new ArrayList<>();
        Rounds rounds = new Rounds(rig.engine, seen::add);
        long due = rig.clock.nanos() + Nanos.millis(5);
        for (int i = 0; i < 5; i++) {
            rounds.join(tenure(i), due);
        }
        rounds.leave(tenure(1));
        rounds.leave(tenure(4));
        rounds.leave(tenure(0));
        rig.advanceMillis(5);
        assertThat(seen).containsExactlyInAnyOrder(tenure(2), tenure(3));
    }

    @Test
    void leavingARoundThatHasBegunTakesNobodyOutOfTheNextOne() {
        List<Tenure> seen = new ArrayList<>();
        Rounds rounds = new Rounds(rig.engine, seen::add);
        long due = rig.clock.nanos() + Nanos.millis(5);
        rounds.join(tenure(0), due);
        rig.advanceMillis(5);
        rounds.join(tenure(1), due);
        rounds.leave(tenure(0));
        rig.advanceMillis(1);
        assertThat(seen).containsExactly(tenure(0), tenure(1));
    }
}
