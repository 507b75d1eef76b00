package io.lockspi.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.tck.Report;
import io.lockspi.tck.RuleState;
import io.lockspi.tck.Tck;
import io.lockspi.tck.TckListener;
import io.lockspi.tck.TckOptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The adapters still do what two rules ask for that every lock keeps. The rest runs by command: {@link PeersUnderTheKit}. */
class PeersSmokeTest {

    @ParameterizedTest
    @EnumSource(names = {"RLOCK", "FENCED", "SPRING_SPIN"})
    void adaptersLock(Peer peer) throws InterruptedException {
        TckOptions two = TckOptions.fromSystemProperties().withDirectory(null).withOnly("L01", "L10");
        Report report = Tck.run(PeerSubject.start(peer), two, new TckListener() {});
        assertThat(report.count(RuleState.PASS)).as("%s", report.rules()).isEqualTo(2);
    }
}
