package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lockspi.LockConfig;
import io.lockspi.LockConfigurationException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The values of options: durations, whole numbers, truth values. */
class OptionValuesTest {
    private static final LockConfig NONE = LockConfig.ofAlgorithm("local");

    @ParameterizedTest
    @CsvSource({
        "7ns, PT0.000000007S",
        "7us, PT0.000007S",
        "500ms, PT0.5S",
        "30s, PT30S",
        "2m, PT2M",
        "1h, PT1H",
        "007s, PT7S",
        "PT30S, PT30S",
        "pt1.5s, PT1.5S",
        "P1D, PT24H",
        "2500000h, PT2500000H"
    })
    void durationIsRead(String text, Duration expected) {
        assertThat(duration(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "30, has no unit: did you mean 30s?",
        "0s, must be longer than zero",
        "0ms, must be longer than zero",
        "-1s, must be longer than zero",
        "-1, must be longer than zero",
        "PT0S, must be longer than zero",
        "PT-1S, must be longer than zero",
        "-99999999999999999999s, must be longer than zero",
        "99999999999999999999s, is too long",
        "9223372036854775807h, is too long",
        "2600000h, is too long",
        "PT2600000H, is too long",
        "PT99999999999999999999H, is too long",
        "30 s, is not a duration",
        "30S, is not a duration",
        "1d, is not a duration",
        "1.5s, is not a duration",
        "+1s, is not a duration",
        "s, is not a duration",
        "PT, is not a duration",
        "1s1s, is not a duration",
        "soon, is not a duration"
    })
    void durationIsRefused(String text, String why) {
        refused(() -> duration(text), "option 'lease' is '" + text + "', which " + why);
    }

    @Test
    void wholeNumberIsReadWithinItsBounds() {
        assertThat(integer("7")).isEqualTo(7);
        assertThat(integer("-2")).isEqualTo(-2);
        assertThat(integer("10")).isEqualTo(10);
        assertThat(NONE.integer("n", 3, -2, 10)).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-3", "11", "+7", "7.0", "0x7", "seven", "4294967303", "99999999999999999999", "٧", "-"})
    void wholeNumberIsRefused(String text) {
        refused(() -> integer(text), "option 'n' is '" + text + "', but must be a whole number from -2 to 10");
    }

    @Test
    void truthValueIsTrueOrFalse() {
        assertThat(NONE.withOption("b", "true").bool("b", false)).isTrue();
        assertThat(NONE.withOption("b", "false").bool("b", true)).isFalse();
        assertThat(NONE.bool("b", true)).isTrue();
        refused(() -> NONE.withOption("b", "yes").bool("b", true), "option 'b' is 'yes', but must be true or false");
    }

    @Test
    void messagesStayOnOneLineAndShort() {
        String text = "a\r\nb\u202e" + "x".repeat(1000);
        refused(() -> duration(text), "'a\\u000D\\u000Ab\\u202E" + "x".repeat(75) + "...'");
    }

    @ParameterizedTest
    @CsvSource({"PT0.000000001S, 1ns", "PT0.000001S, 1us", "PT0.05S, 50ms", "PT1.5S, 1500ms", "PT1M, 60s", "PT0S, 0s"})
    void durationIsShownWithItsUnit(Duration value, String text) {
        assertThat(DurationText.show(value)).isEqualTo(text);
    }

    private static Duration duration(String text) {
        return NONE.withOption("lease", text).duration("lease", Duration.ZERO);
    }

    private static int integer(String text) {
        return NONE.withOption("n", text).integer("n", 0, -2, 10);
    }

    private static void refused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String part) {
        assertThatExceptionOfType(LockConfigurationException.class)
                .isThrownBy(call)
                .withMessageContaining(part);
    }
}
