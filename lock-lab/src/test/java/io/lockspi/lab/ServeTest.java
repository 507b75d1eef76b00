package io.lockspi.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.LockService;
import io.lockspi.tck.fault.ChildJvm;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServeTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @ParameterizedTest
    @ValueSource(strings = {"redis", "zookeeper"})
    void printsAUriThatWorksUntilStandardInputEnds(String backend) throws Exception {
        try (ChildJvm lab = serve(backend);
                LockService service = LockService.open(lab.nextLine(LIMIT))) {
            assertThat(service.<String>withLock("a", LIMIT, () -> "done")).isEqualTo("done");
            lab.process().process().getOutputStream().close();
            assertThat(lab.process().awaitExit(LIMIT)).isZero();
        }
    }

    @Test
    void theServerDiesWithAKilledLab() throws Exception {
        try (ChildJvm lab = serve("redis")) {
            URI uri = URI.create(lab.nextLine(LIMIT));
            lab.process().kill();
            lab.process().awaitExit(LIMIT);
            assertThat(isRefusedInTime(uri)).isTrue();
        }
    }

    private static ChildJvm serve(String backend) throws IOException {
        return ChildJvm.of(Lab.class).arguments("serve", backend).start();
    }

    private static boolean isRefusedInTime(URI uri) throws IOException {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (deadline - System.nanoTime() > 0) {
            // Only a refusal tells that nobody listens; silence could be a busy machine.
            try (Socket connection = new Socket(uri.getHost(), uri.getPort())) {
                connection.setTcpNoDelay(true);
            } catch (ConnectException refused) {
                return true;
            }
        }
        return false;
    }
}
