package io.lockspi.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.LockService;
import io.lockspi.LockUnavailableException;
import io.lockspi.tck.fault.ChildJvm;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ServeTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @Test
    void printsAUriThatWorksUntilStandardInputEnds() throws Exception {
        try (ChildJvm lab = serve();
                LockService service = LockService.open(lab.nextLine(LIMIT))) {
            assertThat(service.<String>withLock("a", LIMIT, () -> "done")).isEqualTo("done");
            lab.process().process().getOutputStream().close();
            assertThat(lab.process().awaitExit(LIMIT)).isZero();
        }
    }

    @Test
    void theServerDiesWithAKilledLab() throws Exception {
        try (ChildJvm lab = serve()) {
            URI uri = URI.create(lab.nextLine(LIMIT));
            lab.process().kill();
            lab.process().awaitExit(LIMIT);
            assertThat(stopsAnswering(uri)).isTrue();
        }
    }

    private static ChildJvm serve() throws java.io.IOException {
        return ChildJvm.of(Lab.class).arguments("serve", "redis").start();
    }

    private static boolean stopsAnswering(URI uri) throws InterruptedException {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (deadline - System.nanoTime() > 0) {
            try (LockService service = LockService.open(uri.toString())) {
                service.check(Duration.ofSeconds(1));
            } catch (LockUnavailableException gone) {
                return true;
            }
        }
        return false;
    }
}
