package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.LockLostException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two services of one store are two holders, also in one JVM and on one thread. */
class TwoServicesTest {
    private final ManualClock clock = new ManualClock();
    private final TinyStore store = new TinyStore(clock);
    private final Rig one = new Rig(clock, "");
    private final Rig two = new Rig(clock, "");
    private final Actor caller = one.actor("caller");

    TwoServicesTest() {
        store.serve(one.spi);
        store.serve(two.spi);
    }

    @AfterEach
    void close() {
        two.close();
        one.close();
    }

    @Test
    void oneThreadIsTwoHolders() {
        caller.does(one.lock::lock);
        assertThat(caller.<Boolean>now(two.lock::tryLock)).isFalse();
        assertThat(caller.now(two.lock::isHeldByCurrentThread)).isFalse();
        assertThat(caller.run(two.lock::unlock).failure()).isExactlyInstanceOf(IllegalMonitorStateException.class);
        caller.does(one.lock::unlock);
        assertThat(caller.<Boolean>now(two.lock::tryLock)).isTrue();
    }

    @Test
    void unlockHereServesTheWaiterThere() {
        caller.does(one.lock::lock);
        long token = caller.now(one.lock::fencingToken);
        Actor other = two.actor("other");
        Call<String> waiting = other.run(two.lock::lock).awaitParked();
        caller.does(one.lock::unlock);
        waiting.result();
        assertThat(other.now(two.lock::fencingToken)).isGreaterThan(token);
    }

    /** B53: the old holder knows before anybody else can have the lock. */
    @Test
    void holderThatWasStoppedIsOverWhenTheNextOneBegins() {
        caller.does(() -> one.lock.lock(Duration.ofSeconds(10)));
        Actor other = two.actor("other");
        Call<String> waiting = other.run(two.lock::lock).awaitParked();
        for (int step = 0; step < 120 && !waiting.isDone(); step++) {
            clock.advance(Duration.ofMillis(100));
            if (caller.now(one.lock::isHeldByCurrentThread)) {
                assertThat(waiting.isDone()).isFalse();
            }
        }
        waiting.result();
        assertThat(caller.run(one.lock::unlock).failure()).isInstanceOf(LockLostException.class);
        assertThat(other.now(two.lock::isHeldByCurrentThread)).isTrue();
    }

    /** B83, B73: the record is gone; both services get on, and nobody needs the old holder's unlock. */
    @Test
    void wipedLockIsTakenByAnotherAndTheOldHolderIsTold() {
        caller.does(one.lock::lock);
        store.wipe(Rig.NAME);
        assertThat(two.actor("other").<Boolean>now(two.lock::tryLock)).isTrue();
        clock.advance(Duration.ofSeconds(10));
        assertThat(caller.now(one.lock::isHeldByCurrentThread)).isFalse();
        assertThat(caller.run(one.lock::unlock).failure()).isInstanceOf(LockLostException.class);
    }

    /** B104, B31: a lease belongs to one acquisition, not to the lock object. */
    @Test
    void leaseOfOneAcquisitionIsNotThatOfTheNext() {
        caller.does(() -> one.lock.lock(Duration.ofHours(1)));
        caller.does(one.lock::unlock);
        caller.does(one.lock::lock);
        assertThat(caller.now(one.lock::remainingLease)).isLessThan(Duration.ofSeconds(30));
    }

    /** The readings of a monotonic clock may have any origin, and may wrap while a lock is held. */
    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE + 1, -15_000_000_000L, Long.MAX_VALUE - 15_000_000_000L})
    void originOfTheClockDoesNotMatter(long origin) {
        ManualClock odd = new ManualClock(origin);
        Rig rig = new Rig(odd, "");
        new TinyStore(odd).serve(rig.spi);
        Actor holder = rig.actor("holder");
        holder.does(rig.lock::lock);
        Call<Boolean> waiting = rig.actor("waiter")
                .call(() -> rig.lock.tryLock(Duration.ofSeconds(20)))
                .awaitParked();
        rig.advance(Duration.ofSeconds(19));
        waiting.awaitParked();
        assertThat(holder.now(rig.lock::isHeldByCurrentThread)).isTrue();
        rig.advance(Duration.ofSeconds(1));
        assertThat(waiting.result()).isFalse();
        holder.does(rig.lock::unlock);
        rig.close();
    }
}
