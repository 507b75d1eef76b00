package io.lockspi.redis.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.redis.model.Config.Ability;
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
import org.junit.jupiter.params.provider.MethodSource;

/** All the rules of the scripts and their clients together let nothing bad happen; without any one of them something does. */
class ScriptRulesTest {
    private static final String PAGE = "docs/handover-model.md";

    static Stream<Examined> examined() {
        boolean soak = Boolean.getBoolean("lockspi.soak");
        return Stream.of(Examined.values()).filter(system -> soak || !system.soak);
    }

    @ParameterizedTest
    @MethodSource("examined")
    @Timeout(1200)
    void allRulesTogetherHold(Examined system, TestReporter reporter) throws IOException {
        Explorer.Result result = new Explorer(system.config).run();
        String row = row(system, result.states(), result.transitions(), result.patience(), system.config.patience());
        reporter.publishEntry(row);
        assertThat(result.violation()).as(() -> told(result)).isNull();
        if (!system.soak) {
            assertThat(page()).contains(row);
        }
        assertThat(result.states()).isGreaterThan(system.atLeast);
        assertThat(result.patience()).isPositive();
    }

    static Stream<Arguments> weakRules() {
        return Stream.of(
                weak(Weakness.MESSAGE_IS_A_GRANT, "I1", three()),
                weak(Weakness.VALIDITY_FROM_THE_ANSWER, "I1", two()),
                weak(
                        Weakness.RELEASE_WITHOUT_OWNER_CHECK,
                        "I1",
                        Config.of(2, 1).only().timed(2, 1)),
                weak(Weakness.RELEASE_WITHOUT_OWNER_CHECK, "I3", two(Ability.GIVE_UP)),
                weak(Weakness.RENEWAL_WITHOUT_OWNER_CHECK, "I3", two(Ability.RENEW)),
                weak(Weakness.RENEWAL_MAKES_A_MISSING_KEY, "I3", two(Ability.RENEW)),
                weak(Weakness.GUARDED_RENEWAL_WITHOUT_RAISED_COUNTER, "I3", two(Ability.RENEW)),
                weak(Weakness.SAME_ID_AFTER_A_RELEASE, "I1", two()),
                weak(Weakness.NO_TOMBSTONE, "I3", two(Ability.GIVE_UP)),
                weak(Weakness.DEAD_HEADS_ARE_KEPT, "I5", three(Ability.CRASH)),
                weak(Weakness.PASSED_LOCK_DOES_NOT_EXPIRE, "I4", two()),
                weak(Weakness.PASSED_LOCK_DOES_NOT_EXPIRE, "I5", three(Ability.CRASH)),
                weak(Weakness.PASSED_LOCK_KEEPS_THE_TOKEN, "I2", two()),
                weak(Weakness.BLOCKS_OVERLAP, "I2", two()),
                weak(Weakness.NO_POLL, "I5", two()),
                weak(Weakness.GIVES_UP_WITHOUT_RELEASE, "I4", two(Ability.GIVE_UP)),
                weak(Weakness.WAITER_IGNORES_THE_QUEUE, "I6", three()),
                weak(Weakness.ACQUIRE_IS_COUNTED_TWICE, "I4", two(Ability.COPIES)));
    }

    private static Arguments weak(Weakness weakness, String rule, Config config) {
        return Arguments.of(weakness, rule, config);
    }

    private static Config two(Ability... abilities) {
        return Config.of(1, 1).only(abilities);
    }

    private static Config three(Ability... abilities) {
        return Config.of(1, 1, 1).only(abilities);
    }

    @ParameterizedTest(name = "{0} breaks {1}")
    @MethodSource("weakRules")
    void weakRuleIsSeen(Weakness weakness, String rule, Config config, TestReporter reporter) throws IOException {
        assertThat(new Explorer(config).run().violation()).as("with all rules").isNull();
        Explorer.Result result = new Explorer(config.weakened(weakness), rule).run();
        String row = row(weakness, rule, movesToTrouble(result), result.states());
        reporter.publishEntry(row + "\n    " + told(result));
        assertThat(result.rule()).isEqualTo(rule);
        assertThat(page()).contains(row);
    }

    /** Not a weakness: a renewal may make a missing key again once the counter says whether anything happened since. */
    @ParameterizedTest
    @MethodSource("guarded")
    void guardedRenewalNeedsTheRaisedCounter(Config config) {
        Explorer.Result result = new Explorer(config.weakened(Weakness.GUARDED_RENEWAL_WITH_RAISED_COUNTER)).run();
        assertThat(result.violation()).as(() -> told(result)).isNull();
    }

    static Stream<Config> guarded() {
        return Stream.of(two(Ability.RENEW, Ability.COPIES), Config.of(2, 1).only(Ability.RENEW));
    }

    private static long movesToTrouble(Explorer.Result result) {
        return result.trace().stream()
                .takeWhile(line -> !line.equals(Explorer.CALM))
                .count();
    }

    private static String row(Object... cells) {
        return Stream.of(cells).map(String::valueOf).collect(Collectors.joining(" | ", "| ", " |"));
    }

    /** The page that tells people about this model; its figures are those of the run. */
    private static String page() throws IOException {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve(PAGE))) {
            folder = Objects.requireNonNull(folder.getParent(), PAGE);
        }
        return Files.readString(folder.resolve(PAGE));
    }

    private static String told(Explorer.Result result) {
        List<String> lines = new ArrayList<>();
        lines.add(String.valueOf(result.violation()));
        lines.addAll(result.trace());
        return String.join("\n    ", lines);
    }
}
