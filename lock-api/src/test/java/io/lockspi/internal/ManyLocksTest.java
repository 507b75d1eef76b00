package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.DistributedLock;
import io.lockspi.LossEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

    private int renewalsSent() {
        return rig.spi.renews().stream()
                .mapToInt(call -> call.renewals().size())
                .sum();
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
        assertThat(losses).isEmpty();
        rig.advanceMillis(1);
        assertThat(losses).hasSize(MANY).allMatch(loss -> loss.cause() == LossEvent.Cause.EXPIRED);
        assertThat(holder.now(() -> locks.stream().noneMatch(DistributedLock::isHeldByCurrentThread)))
                .isTrue();
    }

    /** A store that answers late because it has much to do must not be asked sooner. */
    @Test
    void renewalWithoutAnAnswerIsRepeatedAfterItsPatienceAndNotBefore() {
        rig.advance(Duration.ofSeconds(12));
        assertThat(renewalsSent()).isEqualTo(MANY);
        rig.advanceMillis(1_500);
        assertThat(renewalsSent()).isGreaterThan(MANY);
    }

    @Test
    void renewalThatFailsIsRepeatedAndKeepsTheLocks() {
        rig.spi.onRenew(ScriptedSpi.RenewCall::unknown);
        rig.advance(Duration.ofSeconds(20));
        assertThat(losses).isEmpty();
        rig.spi.onRenew(ScriptedSpi.RenewCall::extended);
        rig.advance(Duration.ofSeconds(60));
        assertThat(losses).isEmpty();
        assertThat(holder.now(() -> locks.stream().allMatch(DistributedLock::isHeldByCurrentThread)))
                .isTrue();
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
