package io.lockspi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A guard in memory. */
class InMemoryFencedGuardTest {
    private final InMemoryFencedGuard guard = new InMemoryFencedGuard("stock");

    @Test
    void lowerTokenIsRefusedAndWritesNothing() {
        guard.raise(5);
        List<String> written = new ArrayList<>();

        assertThatExceptionOfType(StaleTokenException.class)
                .isThrownBy(() -> guard.write(4, () -> written.add("late")))
                .withMessageContaining("write to 'stock' refused: its token 4 is lower than 5")
                .satisfies(e -> assertThat(e.token()).isEqualTo(4))
                .satisfies(e -> assertThat(e.highest()).isEqualTo(5));
        assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> guard.raise(4));
        assertThat(written).isEmpty();
        assertThat(guard.highest()).isEqualTo(5);
    }

    @Test
    void equalTokenIsTheSameHolder() {
        guard.raise(5);
        guard.raise(5);

        assertThat(guard.<String>write(5, () -> "done")).isEqualTo("done");
    }

    @Test
    void writeRaisesToo() {
        guard.write(7, () -> {});

        assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> guard.raise(6));
    }

    @Test
    void failedWriteStillCountsAsSeen() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> guard.write(7, (Runnable) () -> {
                    throw new IllegalArgumentException();
                }));

        assertThat(guard.highest()).isEqualTo(7);
    }

    @Test
    void zeroIsNoToken() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> guard.raise(0))
                .withMessageContaining("fencing token 0 is less than 1");
    }

    @Test
    void writeWaitsForTheOneThatRuns() throws Exception {
        List<String> written = Collections.synchronizedList(new ArrayList<>());
        Thread second = new Thread(() -> guard.write(2, () -> written.add("second")));

        guard.write(1, () -> {
            second.start();
            while (second.getState() != Thread.State.WAITING && second.isAlive()) {
                Thread.onSpinWait();
            }
            written.add("first");
        });
        second.join(TimeUnit.SECONDS.toMillis(10));

        assertThat(written).containsExactly("first", "second");
    }

    @Test
    void acceptedTokensNeverGoDownWhenThreadsRace() throws Exception {
        List<Long> accepted = new ArrayList<>(); // guarded by the guard: that is what is tested
        ExecutorService pool = Executors.newFixedThreadPool(4);
        CountDownLatch start = new CountDownLatch(1);
        try {
            List<Future<?>> writers = new ArrayList<>();
            for (int writer = 1; writer <= 4; writer++) {
                long first = writer;
                writers.add(pool.submit(() -> {
                    start.await();
                    for (long token = first; token <= 20_000; token += 4) {
                        writeUnlessStale(accepted, token);
                    }
                    return null;
                }));
            }
            start.countDown();
            for (Future<?> writer : writers) {
                writer.get(60, TimeUnit.SECONDS);
            }
        } finally {
            pool.shutdownNow();
        }

        assertThat(accepted).isSorted().doesNotHaveDuplicates().last().isEqualTo(20_000L);
    }

    private void writeUnlessStale(List<Long> accepted, long token) {
        try {
            guard.write(token, () -> accepted.add(token));
        } catch (StaleTokenException e) {
            assertThat(e.highest()).isGreaterThan(token);
        }
    }
}
