package io.lockspi.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.tck.Report;
import io.lockspi.tck.RuleResult;
import io.lockspi.tck.RuleState;
import io.lockspi.tck.Tck;
import io.lockspi.tck.TckListener;
import io.lockspi.tck.TckOptions;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/**
 * Runs the kit on the peers, one after the other, and keeps what it found for {@link PeersPage}. Its name keeps it out of
 * {@code mvn verify}: minutes for each peer, and their defects are no defects of ours. {@code -Dlockspi.peers=rlock,...}
 * chooses.
 */
class PeersUnderTheKit {

    @TestFactory
    @Timeout(value = 3, unit = TimeUnit.HOURS)
    Stream<DynamicTest> peers() {
        return chosen().map(peer -> DynamicTest.dynamicTest(peer.id(), () -> judge(peer)));
    }

    private static Stream<Peer> chosen() {
        String ids = System.getProperty("lockspi.peers", "");
        return ids.isEmpty()
                ? Arrays.stream(Peer.values())
                : Arrays.stream(ids.split(",", -1)).map(Peer::of);
    }

    private static void judge(Peer peer) throws InterruptedException, IOException {
        long began = System.nanoTime();
        // Redisson starts threads by the dozen for every client.
        TckOptions usual = TckOptions.fromSystemProperties();
        Report report = Tck.run(PeerSubject.start(peer), usual, new Progress(peer));
        if (usual.only().isEmpty()) {
            Findings.of(peer, report, (System.nanoTime() - began) / 1_000_000_000)
                    .save();
        }
        assertThat(notRun(report)).as("rules that did not run").isEmpty();
    }

    private static List<String> notRun(Report report) {
        return report.rules().stream()
                .filter(result -> result.state() == RuleState.NOT_RUN)
                .filter(result -> !result.message().contains("left out by the choice of rules"))
                .map(RuleResult::message)
                .toList();
    }

    /** Says what was found as it is found: a run lasts minutes. */
    private record Progress(Peer peer) implements TckListener {
        @Override
        public void finished(RuleResult result, int done, int total) {
            if (result.state() == RuleState.FAIL) {
                System.out.printf("%s %d/%d %s%n", peer.id(), done, total, result.message());
            }
        }
    }
}
