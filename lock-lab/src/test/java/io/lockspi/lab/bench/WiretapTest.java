package io.lockspi.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WiretapTest {
    @Test
    void countsWhatClientsSendAndWhomTheirMessagesReach() {
        Traffic traffic = Wiretap.sum(
                List.of(
                        "1700000000.000001 [0 127.0.0.1:5000] \"EVALSHA\" \"publish\" \"2\"",
                        "1700000000.000002 [0 lua] \"publish\" \"ch\" \"early\"",
                        "1700000000.000003 [0 127.0.0.1:6000] \"PUBSUB\" \"CHANNELS\"",
                        "1700000000.000004 [0 127.0.0.1:6000] \"PUBSUB\" \"NUMSUB\" \"ch\"",
                        "1700000000.000005 [0 lua] \"publish\" \"ch\" \"say \\\"a\\\"\"",
                        "1700000000.000006 [0 127.0.0.1:5000] \"publish\" \"never-looked-at\" \"x\"",
                        "1700000000.000007 [0 127.0.0.1:6000] \"PUBSUB\" \"NUMSUB\" \"ch\"",
                        "1700000000.000008 [0 lua] \"publish\" \"ch\" \"late\"",
                        "1700000000.000009 [0 127.0.0.1:7000] \"PING\"",
                        "1700000000.000010 [0 127.0.0.1:6001] \"ECHO\" \"mark\""),
                List.of(10L, 0L),
                8);
        assertThat(traffic.commands()).isEqualTo(2);
        assertThat(traffic.told()).isEqualTo(4 * 10.0);
        assertThat(traffic.polls()).isZero();
        assertThat(traffic.commandsPerHandOver()).isEqualTo(2.0 / 8);
        assertThat(traffic.toldPerHandOver()).isEqualTo(5.0);
    }

    @Test
    void anAudienceThatWasNotSeenIsUnknown() {
        Traffic traffic = Wiretap.sum(List.of("1.5 [0 lua] \"publish\" \"ch\" \"x\""), List.of(), 1);
        assertThat(traffic.told()).isNaN();
    }
}
