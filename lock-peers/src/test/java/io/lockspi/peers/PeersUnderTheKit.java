package io.lockspi.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.tck.Report;
import io.lockspi.tck.RuleResult;
import io.lockspi.tck.RuleState;
import io.lockspi.tck.Subject;
import io.lockspi.tck.Tck;
import io.lockspi.tck.TckListener;
import io.lockspi.tck.TckOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/**
 * Runs the kit on the peers, one after the other, and writes {@code docs/peers.md}. Its name
 * keeps it out of {@code mvn verify}: it lasts minutes for each peer, and their defects are no defects of ours.
 * {@code -Dlockspi.peers=rlock,...} chooses; what is left out keeps the findings of its last run. With
 * {@code -Dlock.tck.rules=...} nothing is kept.
 */
class PeersUnderTheKit {

    @TestFactory
    @Timeout(value = 3, unit = TimeUnit.HOURS)
    Stream<DynamicTest> peers() {
        Stream<DynamicTest> peers = Arrays.stream(Peer.values())
                .filter(peer -> isChosen(peer.id()))
                .map(peer -> DynamicTest.dynamicTest(peer.id(), () -> judge(peer)));
        Stream<DynamicTest> ours = Arrays.stream(Ours.values())
                .filter(own -> isChosen(own.id()))
                .map(own -> DynamicTest.dynamicTest(own.id(), () -> judge(own)));
        return Stream.concat(peers, ours);
    }

    private static boolean isChosen(String id) {
        String ids = System.getProperty("lockspi.peers", "");
        return ids.isEmpty() || Arrays.asList(ids.split(",", -1)).contains(id);
    }

    private static void judge(Peer peer) throws InterruptedException, IOException {
        Findings found = run(PeerSubject.start(peer), TckOptions.fromSystemProperties());
        if (isWhole()) {
            assertThat(found.rules("NOT_RUN")).as("rules that did not run").isEmpty();
        }
    }

    private static void judge(Ours own) throws InterruptedException, IOException {
        TckOptions servers = TckOptions.fromSystemProperties().withOnly(PeersPage.serverRules());
        run(own.start(), servers);
    }

    private static boolean isWhole() {
        return TckOptions.fromSystemProperties().only().isEmpty();
    }

    private static Findings run(Subject subject, TckOptions options) throws InterruptedException, IOException {
        long began = System.nanoTime();
        Report report = Tck.run(subject, options, new Progress(subject.name()));
        Findings found = Findings.of(report, (System.nanoTime() - began) / 1_000_000_000);
        if (isWhole()) {
            found.save();
        }
        return found;
    }

    @AfterAll
    static void writePage() throws IOException {
        List<Findings> peers = new ArrayList<>();
        for (Peer peer : Peer.values()) {
            Findings.load(peer.id()).ifPresent(peers::add);
        }
        List<Findings> ours = new ArrayList<>();
        for (Ours own : Ours.values()) {
            Optional<Findings> found = Findings.load(own.id());
            found.ifPresent(ours::add);
        }
        if (isWhole() && !peers.isEmpty()) {
            new PeersPage(peers, ours).write();
        }
    }

    /** Says what was found as it is found: a run lasts minutes. */
    private record Progress(String subject) implements TckListener {
        @Override
        public void finished(RuleResult result, int done, int total) {
            if (result.state() == RuleState.FAIL) {
                System.out.printf("%s %d/%d %s%n", subject, done, total, result.message());
            }
        }
    }
}
