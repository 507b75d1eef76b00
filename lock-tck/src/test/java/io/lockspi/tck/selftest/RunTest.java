package io.lockspi.tck.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.LockConfigurationException;
import io.lockspi.spi.LockCapability;
import io.lockspi.tck.LockClient;
import io.lockspi.tck.NetworkFaults;
import io.lockspi.tck.NodeFaults;
import io.lockspi.tck.ProviderSubject;
import io.lockspi.tck.Report;
import io.lockspi.tck.RuleInfo;
import io.lockspi.tck.RuleResult;
import io.lockspi.tck.RuleState;
import io.lockspi.tck.Subject;
import io.lockspi.tck.Tck;
import io.lockspi.tck.TckListener;
import io.lockspi.tck.TckOptions;
import io.lockspi.tck.Verdict;
import io.lockspi.tck.toy.ToyStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever the subject does, a run ends, has a result for every rule, and never says COMPATIBLE by mistake. */
class RunTest {
    private static final TckListener NOBODY = new TckListener() {};

    private static Report run(Subject subject, String... rules) throws InterruptedException {
        return Tck.run(subject, options().withOnly(rules), NOBODY);
    }

    private static TckOptions options() {
        return TckOptions.fromSystemProperties().withDirectory(null);
    }

    private static RuleResult result(Report report, String rule) {
        return report.rules().stream()
                .filter(result -> result.rule().id().equals(rule))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void everyRuleHasAResultAndThoseLeftOutMakeTheVerdictIncomplete() throws InterruptedException {
        Report report = run(Mutant.memory(), "L01", "F01");

        assertThat(report.rules()).extracting(result -> result.rule().id()).isEqualTo(ids());
        assertThat(result(report, "L01").state()).isEqualTo(RuleState.PASS);
        assertThat(result(report, "L02").state()).isEqualTo(RuleState.NOT_RUN);
        assertThat(report.verdict()).isEqualTo(Verdict.INCOMPLETE);
    }

    private static List<String> ids() {
        return Tck.rules().stream().map(RuleInfo::id).toList();
    }

    @Test
    void subjectThatCannotBeOpenedRunsNothing() throws InterruptedException {
        Report report = run(new DelegatingSubject(Mutant.memory()) {
            @Override
            public LockClient open(Duration lease) {
                throw new LockConfigurationException("the server did not start");
            }
        });

        assertThat(report.verdict()).isEqualTo(Verdict.INCOMPLETE);
        assertThat(report.rules())
                .allMatch(result -> result.state() == RuleState.NOT_RUN)
                .allMatch(result -> result.message().contains("the server did not start"));
    }

    @Test
    void subjectThatNeverReturnsIsGivenUp() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        Report report = Tck.run(
                new DelegatingSubject(Mutant.memory()) {
                    @Override
                    public Set<LockCapability> capabilities() {
                        try {
                            never.await();
                        } catch (InterruptedException stopped) {
                            Thread.currentThread().interrupt();
                        }
                        return super.capabilities();
                    }
                },
                options().withTimeFactor(0.05),
                NOBODY);
        never.countDown();

        assertThat(report.verdict()).isEqualTo(Verdict.INCOMPLETE);
        assertThat(result(report, "L01").message()).contains("capabilities()").contains("has not ended within");
    }

    @Test
    void hooksThatDoNothingAreNamedAndNotTrusted() throws InterruptedException {
        Subject toothless =
                new DelegatingSubject(ToyTckTest.toy(new ToyStore(), "").withEviction(name -> {})) {
                    @Override
                    public Optional<NetworkFaults> network() {
                        return Optional.of((lease, timeout) -> new HarmlessLink(open(lease)));
                    }

                    @Override
                    public Optional<NodeFaults> nodes() {
                        return Optional.of(new HarmlessNodes());
                    }
                };

        Report report = run(toothless, "T34", "N01", "D01");

        assertThat(result(report, "T34").state()).isEqualTo(RuleState.NOT_RUN);
        assertThat(result(report, "T34").message()).contains("the hook eviction() does not do what it says");
        assertThat(result(report, "N01").message()).contains("the hook network() does not do what it says");
        assertThat(result(report, "D01").message()).contains("the hook nodes() does not do what it says");
        assertThat(report.verdict()).isEqualTo(Verdict.INCOMPLETE);
    }

    @Test
    void missingHooksAreNamed() throws InterruptedException {
        Report report = run(ProviderSubject.of("local:without-hooks"), "T34");

        assertThat(result(report, "T34").state()).isEqualTo(RuleState.NOT_RUN);
        assertThat(result(report, "T34").message()).isEqualTo("T34: the subject has no hook eviction()");
    }

    @Test
    void capabilitiesThatAreNotDeclaredAreCheckedForTheirRefusal() throws InterruptedException {
        Subject boastless = new DelegatingSubject(Mutant.memory()) {
            @Override
            public Set<LockCapability> capabilities() {
                return EnumSet.noneOf(LockCapability.class);
            }
        };

        Report report = run(boastless, "F01", "Q02", "F02");

        assertThat(result(report, "F01").state()).isEqualTo(RuleState.FAIL);
        assertThat(result(report, "F01").message())
                .contains("not declared: FENCING_TOKENS")
                .contains("fencingToken() did not throw UnsupportedOperationException");
        assertThat(result(report, "Q02").state()).isEqualTo(RuleState.UNSUPPORTED);
        assertThat(result(report, "F02").state()).isEqualTo(RuleState.UNSUPPORTED);
    }

    @Test
    void declaredDeviationIsToldAndMustStillBeOne() throws InterruptedException {
        Mutant mutant = Mutants.ALL.stream()
                .filter(one -> one.rule().equals("L15"))
                .findFirst()
                .orElseThrow();
        Subject deviating = new DelegatingSubject(mutant.subject().get()) {
            @Override
            public Map<String, String> deviations() {
                return Map.of("L15", "issue 7", "L01", "issue 8");
            }
        };

        Report report = run(deviating, "L15", "L01");

        assertThat(result(report, "L15").state()).isEqualTo(RuleState.DEVIATION);
        assertThat(result(report, "L01").state()).isEqualTo(RuleState.FAIL);
        assertThat(result(report, "L01").message()).contains("issue 8");
        assertThat(report.verdict()).isEqualTo(Verdict.INCOMPATIBLE);
    }

    @Test
    void runIsFollowedAndReportedInThreeForms(@TempDir Path directory) throws Exception {
        List<String> heard = new ArrayList<>();
        Tck.run(
                Mutant.memory().named("a <b> & \"c\""),
                options().withOnly("L01").withDirectory(directory),
                new TckListener() {
                    @Override
                    public void finished(RuleResult result, int done, int total) {
                        heard.add(result.rule().id() + " " + done + "/" + total);
                    }
                });

        assertThat(heard).hasSize(ids().size()).last().asString().endsWith(ids().size() + "/" + ids().size());
        assertThat(Files.readString(directory.resolve("a__b_____c_.json")))
                .contains("\"subject\": \"a <b> & \\\"c\\\"\"")
                .contains("\"verdict\": \"INCOMPLETE\"")
                .contains("{\"id\": \"L01\", \"level\": \"MUST\", \"state\": \"PASS\", \"seconds\": ");
        assertThat(Files.readString(directory.resolve("a__b_____c_.md"))).contains("| L01 | MUST | PASS |");
        assertThat(Files.readString(directory.resolve("a__b_____c_.html")))
                .contains("a &lt;b&gt; &amp; &quot;c&quot;")
                .doesNotContain("http");
    }

    /** Disturbs nothing. */
    private record HarmlessLink(LockClient client) implements NetworkFaults.Link {
        @Override
        public void silence() {}

        @Override
        public void loseAnswers() {}

        @Override
        public void delayAnswers(Duration delay) {}

        @Override
        public void cut() {}

        @Override
        public void refuse() {}

        @Override
        public void heal() {}

        @Override
        public void close() {
            client.close();
        }
    }

    /** Kills nobody. */
    private static final class HarmlessNodes implements NodeFaults {
        @Override
        public int size() {
            return 1;
        }

        @Override
        public boolean keepsData() {
            return true;
        }

        @Override
        public void kill(int node) {}

        @Override
        public void start(int node) {}

        @Override
        public void pause(int node) {}

        @Override
        public void resume(int node) {}
    }
}
