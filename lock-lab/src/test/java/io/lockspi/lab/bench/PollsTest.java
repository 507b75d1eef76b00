package io.lockspi.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PollsTest {
    private static final String ACQUIRE = " [0 127.0.0.1:5000] \"EVALSHA\" \"f00\" \"1\" \"key\" \"%s\" \"30000\"";
    private static final String ONE = "0123456789abcdef0123456789abcdef";
    private static final String OTHER = "f123456789abcdef0123456789abcdef";

    @Test
    void aClaimThatAsksAThirdTimePolls() {
        Polls polls = new Polls();
        assertThat(List.of(ONE, ONE, OTHER, ONE, OTHER, ONE, OTHER).stream()
                        .map(id -> "17." + polls.hashCode() + String.format(ACQUIRE, id))
                        .map(polls::isPoll))
                .containsExactly(false, false, false, true, false, true, true);
    }

    @Test
    void whatHasNoClaimIsNoPoll() {
        Polls polls = new Polls();
        String redissons = "17.1" + String.format(ACQUIRE, "8743c9c0-0795-4907-87fd-6c719a6b4586:1");
        String bare = "17.1 [0 127.0.0.1:5000] \"SET\" \"key\" \"" + ONE + "\"";
        String inner = "17.1 [0 lua] \"get\" \"" + ONE + "\"";
        for (int i = 0; i < 5; i++) {
            assertThat(List.of(redissons, bare, inner)).noneMatch(polls::isPoll);
        }
    }
}
