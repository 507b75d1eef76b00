package io.lockspi.tck.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.tck.Report;
import io.lockspi.tck.RuleState;
import io.lockspi.tck.Tck;
import io.lockspi.tck.TckListener;
import io.lockspi.tck.TckOptions;
import io.lockspi.tck.toy.PanelSpi;
import io.lockspi.tck.toy.PanelSubject;
import org.junit.jupiter.api.Test;

/** The reference for several servers, which the broken ones of {@link QuorumMutants} are compared with. */
class PanelTest {
    @Test
    void rightPanelKeepsEveryRuleAboutServers() throws InterruptedException {
        String[] rules = Tck.rules().stream()
                .map(rule -> rule.id())
                .filter(id -> id.startsWith("D"))
                .toArray(String[]::new);
        TckOptions options = TckOptions.fromSystemProperties()
                .withDirectory(null)
                .withTimeFactor(1)
                .withOnly(rules);
        Report report = Tck.run(new PanelSubject(PanelSpi::new), options, new TckListener() {});
        assertThat(report.rules())
                .filteredOn(result -> result.rule().id().startsWith("D"))
                .hasSizeGreaterThan(10)
                .allSatisfy(result ->
                        assertThat(result.state()).as(result.message()).isEqualTo(RuleState.PASS));
    }
}
