package io.lockspi.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.servers.ZooKeeperEnsemble;
import io.lockspi.servers.ZooKeeperServer;
import io.lockspi.tck.history.CheckOptions;
import io.lockspi.tck.workload.Workload;
import io.lockspi.tck.workload.WorkloadControl;
import io.lockspi.tck.workload.WorkloadResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Processes use locks at random while some are paused beyond their session, killed and replaced, a follower is cut from its
 * leader, and the leader is killed: nobody holds a lock that another one validly holds, tokens rise, and no stale token gets
 * through. {@code -Psoak -Dlockspi.soak.duration=PT30M}.
 */
class RandomWorkloadTest {
    private static final System.Logger LOGGER = System.getLogger(RandomWorkloadTest.class.getName());
    private static final Duration DURATION = Boolean.getBoolean("lockspi.soak")
            ? Duration.parse(System.getProperty("lockspi.soak.duration", "PT5M"))
            : Duration.ofSeconds(14);
    private static final Duration TICK = Duration.ofMillis(200);
    private static final Duration SESSION = Duration.ofMillis(1500);
    private static final Duration ROUND = Duration.ofSeconds(14);
    private static final int PROCESSES = 3;
    private static final int TOKENS_OF_A_CLAIM = 64;

    @Test
    void zooKeeperKeepsItsPromisesWhileClientsAndServersFail() throws Exception {
        try (ZooKeeperEnsemble ensemble =
                ZooKeeperEnsemble.builder().size(3).tick(TICK).peerProxies().start()) {
            Workload workload = Workload.of(ensemble.uri() + "?tick=200ms&sessionTimeout=" + SESSION)
                    .processes(PROCESSES)
                    .duration(DURATION)
                    .checks(CheckOptions.standard().requireTokens().blockSize(TOKENS_OF_A_CLAIM))
                    .directory(Path.of("target", "lock-tck"));
            for (int i = 0; i < DURATION.dividedBy(ROUND); i++) {
                schedule(workload, ensemble, ROUND.multipliedBy(i));
            }
            WorkloadResult result = workload.run().requirePassed();
            LOGGER.log(System.Logger.Level.INFO, result.text());
            assertThat(result.report().figures().sections()).isGreaterThan(DURATION.toSeconds());
            assertThat(result.witnessed().writesAccepted()).isPositive();
        }
    }

    private static void schedule(Workload workload, ZooKeeperEnsemble ensemble, Duration begin) {
        AtomicInteger paused = new AtomicInteger();
        ZooKeeperServer[] faulty = new ZooKeeperServer[1];
        workload.fault(begin.plusMillis(1000), "pause a client", control -> {
                    paused.set(oldest(control));
                    control.pause(paused.get());
                })
                .fault(begin.plusMillis(3000), "resume the client", control -> control.resume(paused.get()))
                .fault(begin.plusMillis(4000), "cut a follower from its leader", control -> {
                    faulty[0] = ensemble.followers().get(0);
                    ensemble.cutFromPeers(faulty[0]);
                })
                .fault(begin.plusMillis(7000), "heal it", control -> ensemble.healPeers(faulty[0]))
                .fault(begin.plusMillis(8500), "kill the leader", control -> {
                    faulty[0] = ensemble.leader();
                    faulty[0].kill();
                })
                .fault(begin.plusMillis(10_000), "kill a client and start another", control -> {
                    control.kill(paused.get());
                    control.start();
                })
                .fault(begin.plusMillis(11_500), "restart the server", control -> faulty[0].restart());
    }

    /** As many are alive at any time, so the oldest is so many before the last. */
    private static int oldest(WorkloadControl control) {
        return control.processes() - PROCESSES + 1;
    }
}
