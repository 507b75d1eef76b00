package io.lockspi.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lockspi.LockConfig;
import io.lockspi.LockConfigurationException;
import io.lockspi.spi.LockProvider;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The engine's own options. */
class EngineOptionsTest {
    private static final LockProvider.Service SERVICE =
            new LockProvider.Service("redis", List.of(), Set.of(), Set.of("replicas", "maxLease"), context -> {
                throw new AssertionError("reading options makes no back end");
            });

    @Test
    void defaults() {
        assertThat(read("redis://h?replicas=2"))
                .isEqualTo(new EngineOptions(Duration.ofSeconds(30), Duration.ofSeconds(3), Duration.ofSeconds(1), ""));
    }

    @Test
    void everyOptionIsRead() {
        assertThat(read("redis://h?lease=50ms&requestTimeout=10ms&poll=1ms&application=shop"))
                .isEqualTo(
                        new EngineOptions(Duration.ofMillis(50), Duration.ofMillis(10), Duration.ofMillis(1), "shop"));
    }

    @ParameterizedTest
    @CsvSource({
        "lease=49ms, option 'lease' is 49ms; but must be at least 50ms",
        "requestTimeout=9ms, option 'requestTimeout' is 9ms; but must be at least 10ms",
        "poll=999us, option 'poll' is 999us; but must be at least 1ms",
        "poll=1001ms, option 'poll' is 1001ms; but must be at most 1s",
        "lease=30, option 'lease' is '30'; which has no unit"
    })
    void valueOutOfRangeIsRefused(String option, String part) {
        refused("redis://h?" + option, part.replace(';', ','));
    }

    @ParameterizedTest
    @CsvSource({
        "Lease=1s, option 'Lease' is unknown to algorithm 'redis' (did you mean 'lease'?)",
        "requesttimeout=1s, (did you mean 'requestTimeout'?)",
        "timeout=1s, option 'timeout' is unknown to algorithm 'redis';",
        "replica=2, (did you mean 'replicas'?)",
        "x=1, 'it knows application, lease, maxLease, poll, replicas, requestTimeout'"
    })
    void unknownOptionIsRefusedWithWhatIsKnown(String option, String part) {
        refused("redis://h?" + option, part);
    }

    @Test
    void labelIsNotTooLong() {
        refused("redis://h?application=" + "x".repeat(201), "must have at most 200 characters");
        assertThat(read("redis://h?application=" + "x".repeat(200)).application())
                .hasSize(200);
    }

    private static EngineOptions read(String uri) {
        return EngineOptions.read(SERVICE, LockConfig.of(uri));
    }

    private static void refused(String uri, String part) {
        assertThatExceptionOfType(LockConfigurationException.class)
                .isThrownBy(() -> read(uri))
                .withMessageContaining(part);
    }
}
