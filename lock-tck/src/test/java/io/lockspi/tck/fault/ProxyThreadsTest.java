package io.lockspi.tck.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class ProxyThreadsTest {
    private static final int ROUNDS = 2_000;
    private static final Duration LONG = Duration.ofSeconds(60);

    @Test
    void noThreadIsLeftWhenJoinReturns() {
        ProxyThreads threads = new ProxyThreads("joined");
        for (int i = 0; i < ROUNDS; i++) {
            List<Thread> started = new CopyOnWriteArrayList<>();
            for (int j = 0; j < 3; j++) {
                threads.start("thread-" + j, () -> started.add(Thread.currentThread()));
            }
            threads.join(LONG);
            assertThat(started).hasSize(3).noneMatch(Thread::isAlive);
        }
    }
}
