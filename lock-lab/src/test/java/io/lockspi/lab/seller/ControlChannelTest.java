package io.lockspi.lab.seller;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ControlChannelTest {
    private final ByteArrayOutputStream reported = new ByteArrayOutputStream();
    private final CountDownLatch orphaned = new CountDownLatch(1);
    private final PipedOutputStream lab = new PipedOutputStream();
    private final ControlChannel channel;

    ControlChannelTest() throws IOException {
        PrintStream reports = new PrintStream(reported, true, StandardCharsets.UTF_8);
        channel = ControlChannel.open(new PipedInputStream(lab), reports, orphaned::countDown);
    }

    @Test
    void theUriArrivesWhole() throws Exception {
        tell("URI redis://user:se cret@host");
        assertThat(channel.awaitUri()).isEqualTo("redis://user:se cret@host");
    }

    @Test
    void holdsOnceAndOnlyAfterBeingAsked() throws Exception {
        assertThat(channel.holdWanted()).isFalse();
        tell("HOLD");
        tell("START");
        channel.readyAndAwaitStart();
        assertThat(channel.holdWanted()).isTrue();
        tell("GO");
        channel.insideAndAwaitGo(2, 17);
        assertThat(channel.holdWanted()).isFalse();
        assertThat(reported.toString(StandardCharsets.UTF_8)).containsSubsequence("READY", "INSIDE 2 17");
    }

    @Test
    void aFailureIsOneLine() {
        channel.failed("first\n second");
        assertThat(reported.toString(StandardCharsets.UTF_8).strip()).isEqualTo("FAILED first second");
    }

    @Test
    void theEndOfTheInputMeansThatTheLabIsGone() throws Exception {
        lab.close();
        assertThat(orphaned.await(10, TimeUnit.SECONDS)).isTrue();
    }

    private void tell(String line) throws IOException {
        lab.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        lab.flush();
    }
}
