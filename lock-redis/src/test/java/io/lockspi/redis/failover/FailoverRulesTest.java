package io.lockspi.redis.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.redis.failover.Setting.Ability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** With all rules of {@code failover=safe} in force nothing bad happens; without any one of them something does. */
class FailoverRulesTest {
    private static final String PAGE = "docs/failover-model.md";

    @ParameterizedTest
    @EnumSource
    @Timeout(600)
    void eachStepOfTheLadderIsWorthWhatItIsSaidToBe(Ladder step, TestReporter reporter) throws IOException {
        Search.Result result = new Search(step.setting()).run();
        assertOnPage(reporter, result, step);
        assertThat(result.promise()).as(() -> told(result)).isEqualTo(step.broken);
    }

    static Stream<Ladder.Whole> wholes() {
        boolean soak = Boolean.getBoolean("lockspi.soak");
        return Stream.of(Ladder.Whole.values()).filter(whole -> soak || !whole.soak);
    }

    @ParameterizedTest
    @MethodSource("wholes")
    @Timeout(1200)
    void allRulesTogetherHold(Ladder.Whole whole, TestReporter reporter) throws IOException {
        Search.Result result = new Search(whole.setting).run();
        assertOnPage(reporter, result, whole);
        assertThat(result.violation()).as(() -> told(result)).isNull();
    }

    static Stream<Arguments> weakRules() {
        return Stream.of(
                weak(Rule.ACKNOWLEDGED, "P1", all()),
                weak(Rule.ROLE_CHANGE_FAILS, "P1", all().failures(2, 0)),
                weak(Rule.QUARANTINE, "P1", all()),
                weak(Rule.FROM_ACKNOWLEDGED_EPOCH, "P1", all()),
                weak(
                        Rule.NOTHING_WHILE_PENDING,
                        "P1",
                        all().without(Rule.RENEWAL_IN_TIME).without(Rule.REASSERT)),
                weak(Rule.NO_GRANT_BY_OLD_KEY, "P1", all()),
                weak(Rule.RENEWAL_IN_TIME, "P3", all()),
                weak(Rule.DRIFT_MARGIN, "P1", all()),
                weak(Rule.CLOCK_SEEDS_TOKENS, "P2", all()),
                weak(Rule.REASSERT_BY_COUNTER, "P3", all().can(Ability.LATE_RENEWALS)),
                weak(Rule.REASSERT_IN_A_NEW_EPOCH, "P3", all().can(Ability.LATE_RENEWALS)),
                weak(Rule.RELEASE_RAISES_PAST, "P3", all().can(Ability.LATE_RENEWALS)));
    }

    private static Arguments weak(Rule rule, String promise, Setting setting) {
        return Arguments.of(rule, promise, setting);
    }

    private static Setting all() {
        return Ladder.all();
    }

    @ParameterizedTest(name = "{0} keeps {1}")
    @MethodSource("weakRules")
    @Timeout(600)
    void ruleThatIsLeftOutIsMissed(Rule rule, String promise, Setting setting, TestReporter reporter)
            throws IOException {
        Search.Result result = new Search(setting.without(rule)).run();
        assertOnPage(reporter, result, rule);
        assertThat(result.promise()).as(() -> told(result)).isEqualTo(promise);
    }

    /** The page that tells people about this model has the figures of the run. */
    private static void assertOnPage(TestReporter reporter, Search.Result result, Object what) throws IOException {
        String verdict = result.violation() == null ? "holds" : result.promise() + " broken";
        String steps =
                result.violation() == null ? "" : String.valueOf(result.trace().size());
        String row = Stream.of(what, verdict, steps, result.states())
                .map(String::valueOf)
                .collect(Collectors.joining(" | ", "| ", " |"));
        reporter.publishEntry(row + "\n    " + told(result));
        assertThat(page()).contains(row);
    }

    private static String page() throws IOException {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve(PAGE))) {
            folder = Objects.requireNonNull(folder.getParent(), PAGE);
        }
        return Files.readString(folder.resolve(PAGE));
    }

    private static String told(Search.Result result) {
        List<String> lines = new ArrayList<>();
        lines.add(String.valueOf(result.violation()));
        lines.addAll(result.trace());
        return String.join("\n    ", lines);
    }
}
