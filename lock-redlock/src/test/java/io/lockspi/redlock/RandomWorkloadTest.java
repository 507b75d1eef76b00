package io.lockspi.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.servers.Persistence;
import io.lockspi.servers.RedisGroup;
import io.lockspi.servers.RedisServer;
import io.lockspi.tck.history.CheckOptions;
import io.lockspi.tck.workload.Workload;
import io.lockspi.tck.workload.WorkloadControl;
import io.lockspi.tck.workload.WorkloadResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Processes use locks at random while some are paused beyond their lease, killed and replaced, and servers stand still,
 * die, and come back with or without their data: nobody holds a lock that another one validly holds, tokens rise, and no
 * stale token gets through. {@code -Psoak -Dlockspi.soak.duration=PT30M}.
 */
class RandomWorkloadTest {
    private static final System.Logger LOGGER = System.getLogger(RandomWorkloadTest.class.getName());
    private static final Duration DURATION = Boolean.getBoolean("lockspi.soak")
            ? Duration.parse(System.getProperty("lockspi.soak.duration", "PT5M"))
            : Duration.ofSeconds(12);
    private static final Duration LEASE = Duration.ofSeconds(1);
    private static final Duration ROUND = Duration.ofSeconds(6);
    private static final int PROCESSES = 3;
    private static final int TOKENS_OF_A_CLAIM = 64;

    @Test
    void redlockKeepsItsPromisesWhileClientsAndServersFail() throws Exception {
        try (RedisGroup group = RedisGroup.start(5, builder -> builder.persistence(Persistence.AOF))) {
            Workload workload = Workload.of(
                            "redlock://" + group.hosts() + "?nodeTimeout=200ms&maxLease=1s&lease=" + LEASE)
                    .processes(PROCESSES)
                    .duration(DURATION)
                    .lease(LEASE)
                    .checks(CheckOptions.standard().requireTokens().blockSize(TOKENS_OF_A_CLAIM))
                    .directory(Path.of("target", "lock-tck"));
            schedule(workload, group.servers());
            WorkloadResult result = workload.run().requirePassed();
            LOGGER.log(System.Logger.Level.INFO, result.text());
            assertThat(result.report().figures().sections()).isGreaterThan(DURATION.toSeconds());
            assertThat(result.witnessed().writesAccepted()).isPositive();
        }
    }

    /** One server at a time; it has recovered, quarantine included, before the next round. */
    private static void schedule(Workload workload, List<RedisServer> servers) {
        long rounds = DURATION.dividedBy(ROUND);
        for (int i = 0; i < rounds; i++) {
            Duration begin = ROUND.multipliedBy(i).plusMillis(500);
            RedisServer server = servers.get(i % servers.size());
            AtomicInteger paused = new AtomicInteger();
            boolean keeps = i % 2 == 0;
            workload.fault(begin, "pause a client", control -> {
                        paused.set(oldest(control));
                        control.pause(paused.get());
                    })
                    .fault(begin.plusMillis(200), "pause " + server, control -> server.pause())
                    .fault(begin.plusMillis(1500), "resume the client", control -> control.resume(paused.get()))
                    .fault(begin.plusMillis(1600), "resume " + server, control -> server.resume())
                    .fault(begin.plusMillis(2500), "kill " + server, control -> server.kill())
                    .fault(begin.plusMillis(2700), "kill a client and start another", control -> {
                        control.kill(paused.get());
                        control.start();
                    })
                    .fault(begin.plusMillis(3200), (keeps ? "restart " : "restart empty ") + server, control -> {
                        if (keeps) {
                            server.restart();
                        } else {
                            server.restartEmpty();
                        }
                    });
        }
    }

    /** As many are alive at any time, so the oldest is so many before the last. */
    private static int oldest(WorkloadControl control) {
        return control.processes() - PROCESSES + 1;
    }
}
