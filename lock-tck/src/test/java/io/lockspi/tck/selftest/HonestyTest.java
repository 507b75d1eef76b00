package io.lockspi.tck.selftest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockspi.tck.NodeFaults;
import io.lockspi.tck.ProviderSubject;
import io.lockspi.tck.Report;
import io.lockspi.tck.RuleResult;
import io.lockspi.tck.RuleState;
import io.lockspi.tck.Tck;
import io.lockspi.tck.TckListener;
import io.lockspi.tck.TckOptions;
import io.lockspi.tck.Verdict;
import io.lockspi.tck.toy.ToyServer;
import io.lockspi.tck.toy.ToyStore;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Hooks that do half of what they say, and listeners that fail: no rule is blamed on the locks, and every run ends. */
class HonestyTest {
    private static final TckListener NOBODY = new TckListener() {};

    private static ProviderSubject toy(UnaryOperator<NodeFaults> change) {
        ToyServer server = new ToyServer(new ToyStore(), true);
        return ProviderSubject.of(server.uri()).withNodes(change.apply(server)).withCloser(server::close);
    }

    private static TckOptions options(String... rules) {
        return TckOptions.fromSystemProperties()
                .withDirectory(null)
                .withOnly(rules)
                .withTimeFactor(0.25);
    }

    private static RuleResult result(Report report, String rule) {
        return report.rules().stream()
                .filter(result -> result.rule().id().equals(rule))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void serversThatCannotBePausedAreFoundOut() throws InterruptedException {
        Report report = Tck.run(
                toy(server -> new ForwardingNodes(server) {
                    @Override
                    public void pause(int node) {
                        // Nothing happens.
                    }
                }),
                options("D04", "L12"),
                NOBODY);

        assertThat(result(report, "D04").state()).isEqualTo(RuleState.NOT_RUN);
        assertThat(result(report, "D04").message())
                .contains("the hook nodes() does not do what it says", "while all servers were paused");
        assertThat(result(report, "L12").state()).isEqualTo(RuleState.PASS);
    }

    @Test
    void serversThatDoNotComeBackMakeEveryRuleNotRunAndNoneFail() throws InterruptedException {
        Report report = Tck.run(
                toy(server -> new ForwardingNodes(server) {
                    @Override
                    public void start(int node) {
                        throw new IllegalStateException("the machine is on fire");
                    }
                }),
                options("D01", "L12"),
                NOBODY);

        assertThat(report.verdict()).isEqualTo(Verdict.INCOMPLETE);
        assertThat(result(report, "L12").state()).isEqualTo(RuleState.NOT_RUN);
        assertThat(result(report, "L12").message())
                .contains("cannot be used any more", "the hook nodes()", "the machine is on fire");
    }

    @Test
    void listenerThatFailsEndsTheRun() {
        TckListener failing = new TckListener() {
            @Override
            public void finished(RuleResult result, int done, int total) {
                throw new IllegalArgumentException("the screen is full");
            }
        };

        assertThatThrownBy(() -> Tck.run(Mutant.memory(), options("L12"), failing))
                .hasMessageContaining("the screen is full");
    }

    /** Control over real servers, with one thing changed. */
    private static class ForwardingNodes implements NodeFaults {
        private final NodeFaults real;

        ForwardingNodes(NodeFaults real) {
            this.real = real;
        }

        @Override
        public int size() {
            return real.size();
        }

        @Override
        public boolean keepsData() {
            return real.keepsData();
        }

        @Override
        public void kill(int node) {
            real.kill(node);
        }

        @Override
        public void start(int node) {
            real.start(node);
        }

        @Override
        public void pause(int node) {
            real.pause(node);
        }

        @Override
        public void resume(int node) {
            real.resume(node);
        }
    }
}
