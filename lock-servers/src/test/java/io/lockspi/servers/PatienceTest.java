package io.lockspi.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class PatienceTest {
    private final UncheckedIOException cutOff =
            new UncheckedIOException("No answer from Redis", new EOFException("Redis closed the connection"));

    @Test
    void waitsOnWhileServerDoesNotAnswer() {
        Iterator<Boolean> answers = List.of(false, true).iterator();
        boolean[] cut = {true};
        assertThat(Patience.holds(Duration.ofSeconds(30), () -> {
                    if (cut[0]) {
                        cut[0] = false;
                        throw cutOff;
                    }
                    return answers.next();
                }))
                .isTrue();
        assertThat(answers.hasNext()).isFalse();
    }

    @Test
    void saysWhatItWaitedForAndThatServerDidNotAnswer() {
        assertThatThrownBy(() -> Patience.await(Duration.ZERO, "it is well", () -> {
                    throw cutOff;
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("it is well")
                .hasCause(cutOff);
    }

    @Test
    void asksOnceEvenWithoutTime() {
        assertThat(Patience.holds(Duration.ZERO, () -> true)).isTrue();
        assertThat(Patience.holds(Duration.ZERO, () -> false)).isFalse();
    }
}
