package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.DistributedLock;
import io.lockspi.LockService;
import io.lockspi.tck.fault.ChildJvm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Processes that die while they hold a lock or wait for it cost the others a bounded time. */
@SuppressWarnings("LockNotBeforeTry") // locking and unlocking is what is tested
class DeadWaitersTest {
    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final Duration GRACE = SharedRedis.WAITER_LIVENESS;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final String uri = SharedRedis.SERVER.uri() + "?lease=2s";
    private final LockKeys keys = SharedRedis.keys("a");
    private final List<ChildJvm> children = new ArrayList<>();

    @BeforeEach
    void reset() {
        SharedRedis.reset();
    }

    @AfterEach
    void close() {
        children.forEach(ChildJvm::close);
    }

    @Test
    void killedHolderAndKilledHeadCostTheNextWaiterALeaseAndAGraceAtMost() throws Exception {
        ChildJvm holder = start();
        holder.awaitLine("holding"::equals, PATIENCE);
        ChildJvm head = start();
        awaitWaiters(1);
        ChildJvm next = start();
        awaitWaiters(2);
        assertThat(next.lines()).doesNotContain("holding");
        long killed = System.nanoTime();
        holder.process().kill();
        head.process().kill();
        next.awaitLine("holding"::equals, PATIENCE);
        assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThanOrEqualTo(LEASE.plus(GRACE));
        assertThat(SharedRedis.SERVER.command("EXISTS", keys.queue(), keys.waiters()))
                .isEqualTo(0L);
    }

    @Test
    void deadHeadCostsTheGraceAtMostWhenTheLockIsReleased() throws Exception {
        try (LockService mine = LockService.open(uri);
                LockService theirs = LockService.open(uri)) {
            DistributedLock lock = mine.getLock("a");
            lock.lock();
            ChildJvm head = start();
            awaitWaiters(1);
            head.process().kill();
            DistributedLock next = theirs.getLock("a");
            long released = System.nanoTime();
            lock.unlock();
            assertThat(next.tryLock(PATIENCE)).isTrue();
            assertThat(Duration.ofNanos(System.nanoTime() - released)).isLessThanOrEqualTo(GRACE);
            next.unlock();
        }
    }

    private ChildJvm start() throws Exception {
        ChildJvm child = ChildJvm.of(WaiterMain.class).arguments(uri, "a").start();
        children.add(child);
        child.awaitLine("asking"::equals, PATIENCE);
        return child;
    }

    private void awaitWaiters(long count) {
        await(() -> Long.valueOf(count).equals(SharedRedis.SERVER.command("ZCARD", keys.queue())));
    }

    private static void await(BooleanSupplier reached) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!reached.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(end);
        }
    }
}
