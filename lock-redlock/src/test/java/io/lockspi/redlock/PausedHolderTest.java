package io.lockspi.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockspi.DistributedLock;
import io.lockspi.InMemoryFencedGuard;
import io.lockspi.LockService;
import io.lockspi.StaleTokenException;
import io.lockspi.tck.fault.ChildJvm;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A process that stands still in its section for longer than its lease. */
@SuppressWarnings("LockNotBeforeTry") // locking and unlocking is what is tested
class PausedHolderTest {
    @Test
    @DisplayName(
            "Kleppmann: a holder that was paused beyond its lease knows it when it wakes, and the resource refuses its token")
    void pauseInTheSection() throws Exception {
        Five five = new Five();
        InMemoryFencedGuard resource = new InMemoryFencedGuard("stock");
        try (ChildJvm holder = ChildJvm.of(HolderMain.class)
                        .arguments(five.uri("lease=1s"), "paused")
                        .start();
                LockService locks = Five.warm(five.open("lease=20s"))) {
            long old = Long.parseLong(holder.awaitLine(line -> line.startsWith("token "), Until.PATIENCE)
                    .substring("token ".length()));
            holder.process().pause();
            DistributedLock next = locks.getLock("paused");
            assertThat(next.tryLock(Until.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            resource.raise(next.fencingToken());
            holder.process().resume();
            holder.send("do you hold it?");
            assertThat(holder.awaitLine(line -> line.startsWith("held "), Until.PATIENCE))
                    .isEqualTo("held false");
            assertThatThrownBy(() -> resource.raise(old)).isInstanceOf(StaleTokenException.class);
            assertThat(next.isHeldByCurrentThread()).isTrue();
            next.unlock();
        } finally {
            five.close();
        }
    }
}
