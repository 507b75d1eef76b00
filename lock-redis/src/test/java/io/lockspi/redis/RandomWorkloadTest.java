package io.lockspi.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.tck.history.CheckOptions;
import io.lockspi.tck.workload.Workload;
import io.lockspi.tck.workload.WorkloadControl;
import io.lockspi.tck.workload.WorkloadResult;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * Processes use locks at random while some are paused beyond their lease, killed and replaced: nobody holds a lock that
 * another one validly holds, tokens rise, and no stale token gets through. {@code -Psoak -Dlockspi.soak.duration=PT30M}.
 */
class RandomWorkloadTest {
    private static final System.Logger LOGGER = System.getLogger(RandomWorkloadTest.class.getName());
    private static final Duration DURATION = Boolean.getBoolean("lockspi.soak")
            ? Duration.parse(System.getProperty("lockspi.soak.duration", "PT5M"))
            : Duration.ofSeconds(10);
    private static final Duration LEASE = Duration.ofSeconds(1);
    private static final Duration ROUND = Duration.ofSeconds(5);
    private static final Duration PAUSE = Duration.ofMillis(1_500);

    /** A lease, a grace for a dead head of the queue, and some for a busy machine. */
    private static final Duration LONGEST_IDLE = LEASE.plus(SharedRedis.WAITER_LIVENESS.multipliedBy(3));

    private static final int PROCESSES = 3;
    private static final int TOKENS_OF_A_CLAIM = 64;

    @Test
    void redisKeepsItsPromisesWhileClientsArePausedAndKilled() throws Exception {
        Workload workload = Workload.of(SharedRedis.SERVER.uri() + "?prefix=workload&lease=" + LEASE)
                .processes(PROCESSES)
                .duration(DURATION)
                .lease(LEASE)
                .checks(CheckOptions.standard()
                        .requireTokens()
                        .blockSize(TOKENS_OF_A_CLAIM)
                        .maxIdle(LONGEST_IDLE))
                .directory(Path.of("target", "lock-tck"));
        long rounds = DURATION.dividedBy(ROUND);
        for (int i = 0; i < rounds; i++) {
            Duration begin = ROUND.multipliedBy(i).plusMillis(500);
            workload.fault(begin, "pause a client", control -> control.pause(oldest(control)))
                    .fault(begin.plus(PAUSE), "resume it", control -> control.resume(oldest(control)))
                    .fault(begin.plus(PAUSE.multipliedBy(2)), "kill it and start another", control -> {
                        control.kill(oldest(control));
                        control.start();
                    });
        }
        WorkloadResult result = workload.run().requirePassed();
        LOGGER.log(System.Logger.Level.INFO, result.text());
        assertThat(result.report().figures().sections()).isGreaterThan(DURATION.toSeconds());
        assertThat(result.witnessed().writesAccepted()).isPositive();
    }

    /** As many are alive at any time, so the oldest is so many before the last. */
    private static int oldest(WorkloadControl control) {
        return control.processes() - PROCESSES + 1;
    }
}
