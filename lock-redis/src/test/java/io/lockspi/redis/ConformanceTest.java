package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.redis.model.Config;
import io.lockspi.redis.model.Config.Ability;
import io.lockspi.servers.RedisProbe;
import io.lockspi.spi.Claim;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * The scripts do what the model says, on random ways through it. {@code -Dlockspi.walk.seed=N} chooses the ways. Many locks
 * walk side by side, so that one tick of real time serves all of them.
 */
class ConformanceTest {
    private static final int DIRECT_WALKS = 20;
    private static final int WIRE_WALKS = 4;
    private static final int WALKS = DIRECT_WALKS + WIRE_WALKS;
    private static final int LEAST_TICKS = 9;
    /** A busy machine needs more of them for as many steps. */
    private static final int MOST_TICKS = 40;

    private static final int ENOUGH_STEPS = 600;
    private static final int ENOUGH_WIRE_STEPS = 80;
    private static final long LAST_STEP_MILLIS = 600;

    private final long seed = Long.getLong("lockspi.walk.seed", 1);
    private final Random random = new Random(seed);
    private final TestClient client = SharedRedis.client();
    private final RedisProbe probe = SharedRedis.SERVER.connect(Duration.ofSeconds(5));
    private final List<List<WireClient>> wires = new ArrayList<>();
    private final List<ConformanceWalk> walks = new ArrayList<>();
    private int begun;
    private int steps;
    private int wireSteps;
    private int late;

    @BeforeEach
    void begin() {
        SharedRedis.reset();
        Claim warmUp = TestClient.claim("warm-up");
        client.acquire(warmUp);
        client.renew(warmUp, TestClient.LEASE);
        client.release(warmUp);
        for (int i = 0; i < WALKS; i++) {
            if (i < WIRE_WALKS) {
                wires.add(
                        List.of(new WireClient(SharedRedis.SERVER, probe), new WireClient(SharedRedis.SERVER, probe)));
            }
            walks.add(walk(i));
        }
    }

    @AfterEach
    void close() {
        wires.forEach(clients -> clients.forEach(WireClient::close));
        client.close();
        probe.close();
    }

    @Test
    void scriptsFollowTheModel(TestReporter reporter) {
        long start = System.nanoTime();
        int next = 0;
        int tick = 0;
        for (; tick < LEAST_TICKS || (tick < MOST_TICKS && !isEnough()); tick++) {
            long beat = start + TimeUnit.MILLISECONDS.toNanos(tick * StoredState.TICK_MILLIS);
            parkUntil(beat);
            while (millisSince(beat) < LAST_STEP_MILLIS) {
                step(next++ % WALKS, beat);
            }
            walks.forEach(ConformanceWalk::tick);
        }
        reporter.publishEntry("seed " + seed + ": " + steps + " steps, " + wireSteps + " of them through a proxy, on "
                + begun + " ways; " + late + " came too late to count");
        assertThat(isEnough()).as("enough steps").isTrue();
        assertThat(late).isLessThanOrEqualTo(tick);
    }

    private boolean isEnough() {
        return steps >= ENOUGH_STEPS && wireSteps >= ENOUGH_WIRE_STEPS;
    }

    private void step(int index, long beat) {
        AssertionError different = null;
        try {
            walks.get(index).step();
        } catch (AssertionError e) {
            different = e;
        }
        if (millisSince(beat) >= StoredState.WINDOW_MILLIS) {
            // The machine stood still: nobody knows in which tick this step was.
            late++;
            walks.set(index, walk(index));
            return;
        }
        if (different != null) {
            throw new AssertionError("seed " + seed + ": " + different.getMessage(), different);
        }
        steps++;
        wireSteps += index < WIRE_WALKS ? 1 : 0;
        if (walks.get(index).isOver()) {
            walks.set(index, walk(index));
        }
    }

    private ConformanceWalk walk(int index) {
        String name = "walk-" + begun++;
        Config two = Config.of(2, 2).with(Ability.WILD_ACQUIRES);
        if (index < WIRE_WALKS) {
            return new WireWalk(name, two.without(Ability.CRASH), wires.get(index), probe, random);
        }
        Config three = Config.of(1, 1, 1).with(Ability.WILD_ACQUIRES);
        return new DirectWalk(name, index % 2 == 0 ? two : three, client, probe, random);
    }

    private static long millisSince(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
    }

    private static void parkUntil(long nanos) {
        for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
