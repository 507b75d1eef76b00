package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.redis.model.Config;
import io.lockspi.redis.model.Config.Ability;
import io.lockspi.servers.RedisProbe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * The scripts do what the model says, on random ways through it. {@code -Dlockspi.walk.seed=N} chooses the ways. Many locks
 * walk side by side, so that one tick of real time serves all of them.
 */
class ConformanceTest {
    private static final int WALKS = 60;
    private static final int TICKS = 10;
    private static final int LEAST_STEPS = 500;
    private static final long LAST_STEP_MILLIS = 600;

    @Test
    void scriptsFollowTheModel(TestReporter reporter) {
        SharedRedis.reset();
        long seed = Long.getLong("lockspi.walk.seed", 1);
        Random random = new Random(seed);
        int steps = 0;
        int walks = 0;
        int late = 0;
        try (TestClient client = SharedRedis.client();
                RedisProbe probe = SharedRedis.SERVER.connect(Duration.ofSeconds(5))) {
            List<ConformanceWalk> current = new ArrayList<>();
            for (int i = 0; i < WALKS; i++) {
                current.add(walk(walks++, client, probe, random));
            }
            long start = System.nanoTime();
            int next = 0;
            for (int tick = 0; tick < TICKS; tick++) {
                long beat = start + TimeUnit.MILLISECONDS.toNanos(tick * StoredState.TICK_MILLIS);
                parkUntil(beat);
                while (millisSince(beat) < LAST_STEP_MILLIS) {
                    int index = next++ % WALKS;
                    ConformanceWalk walk = current.get(index);
                    AssertionError different = null;
                    try {
                        walk.step();
                        steps++;
                    } catch (AssertionError e) {
                        different = e;
                    }
                    if (millisSince(beat) >= StoredState.WINDOW_MILLIS) {
                        // The machine stood still: nobody knows in which tick this step was.
                        late++;
                        current.set(index, walk(walks++, client, probe, random));
                    } else if (different != null) {
                        throw new AssertionError("seed " + seed + ": " + different.getMessage(), different);
                    } else if (walk.isOver()) {
                        current.set(index, walk(walks++, client, probe, random));
                    }
                }
                current.forEach(ConformanceWalk::tick);
            }
        }
        reporter.publishEntry("seed " + seed + ": " + steps + " requests on " + walks + " ways, " + late + " too late");
        assertThat(steps).isGreaterThan(LEAST_STEPS);
        assertThat(late).isLessThanOrEqualTo(TICKS);
    }

    private static ConformanceWalk walk(int number, TestClient client, RedisProbe probe, Random random) {
        Config config = (number % 2 == 0 ? Config.of(1, 1, 1) : Config.of(2, 2)).with(Ability.WILD_ACQUIRES);
        return new ConformanceWalk("walk-" + number, config, client, probe, random);
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
