package io.lockspi.tck;

import io.lockspi.tck.run.Run;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The kit as one JUnit test class. A subclass says what to judge, and its name ends in {@code Test} so that Maven finds it:
 *
 * <pre>{@code
 * class AcmeLockTest extends LockTck {
 *     protected Subject subject() {
 *         return ProviderSubject.of("acme://localhost:4711");
 *     }
 * }
 * }</pre>
 *
 * <p>Each rule is a test of its own. All are started together and run side by side, whatever JUnit's own settings, and
 * each test waits for its rule. No rule is ever skipped. The report is in {@code target/lock-tck}. See
 * {@link TckOptions#fromSystemProperties} for what can be set.
 */
public abstract class LockTck {

    /** For subclasses. */
    protected LockTck() {}

    /**
     * What to judge; called once. The kit closes it.
     *
     * @return a subject in working order
     * @throws Exception if it cannot be made; the test fails then
     */
    protected abstract Subject subject() throws Exception;

    /** Package-private, so that no subclass can change it. */
    @TestFactory
    Stream<DynamicTest> rules() throws Exception {
        TckOptions options = TckOptions.fromSystemProperties();
        Run run = Run.start(subject(), options, new TckListener() {});
        Stream<DynamicTest> rules = run.results().entrySet().stream()
                .filter(entry -> options.only().isEmpty()
                        || options.only().contains(entry.getKey().id()))
                .map(entry -> DynamicTest.dynamicTest(
                        entry.getKey().toString(), () -> demand(entry.getValue(), options.strict())));
        DynamicTest verdict = DynamicTest.dynamicTest(
                "verdict", () -> demandVerdict(run.report().get(), options));
        return Stream.concat(rules, Stream.of(verdict));
    }

    private static void demand(Future<RuleResult> pending, boolean strict) throws Exception {
        RuleResult result = pending.get();
        boolean missing = strict && result.state() == RuleState.NOT_RUN;
        if (result.state() == RuleState.FAIL || missing) {
            throw new AssertionError(
                    result.message() + "\n    promised: " + result.rule().statement() + "\n    look at: "
                            + result.rule().lookAt());
        }
    }

    private static void demandVerdict(Report report, TckOptions options) {
        boolean complete = report.verdict() != Verdict.INCOMPLETE
                || !options.strict()
                || !options.only().isEmpty();
        if (report.verdict() == Verdict.INCOMPATIBLE || !complete) {
            throw new AssertionError(report.subject() + " is " + report.verdict());
        }
    }
}
