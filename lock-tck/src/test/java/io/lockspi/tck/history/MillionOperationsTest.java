package io.lockspi.tck.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A million operations, acquires and releases, are checked in little time, and the one that is bad is found. */
class MillionOperationsTest {
    private static final System.Logger LOGGER = System.getLogger(MillionOperationsTest.class.getName());
    private static final int SECTIONS = 500_000;
    private static final Duration LIMIT = Duration.ofSeconds(10);

    @Test
    void areCheckedInTime() {
        History history = history();
        long began = HostClock.nanos();
        Duration cpuBefore = cpu();
        HistoryReport report =
                HistoryChecker.check(history, CheckOptions.standard().requireTokens());
        // The machine may be busy with other things; what counts is the work.
        Duration cpu = cpu().minus(cpuBefore);
        Duration took = Duration.ofNanos(HostClock.nanos() - began);
        LOGGER.log(
                System.Logger.Level.INFO,
                "{0} acquires and as many releases, {1} events, checked in {2} ms, with {3} ms of CPU time",
                SECTIONS,
                history.events().size(),
                took.toMillis(),
                cpu.toMillis());
        assertThat(report.figures().sections()).isEqualTo(SECTIONS);
        assertThat(report.counts()).containsOnlyKeys(ViolationKind.TWO_VALID_HOLDERS);
        assertThat(report.count(ViolationKind.TWO_VALID_HOLDERS)).isOne();
        assertThat(cpu).isLessThan(LIMIT);
    }

    /** Of all threads of this JVM, so compiling and collecting garbage is in it. */
    private static Duration cpu() {
        return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
    }

    /** Sections of 100 locks, 16 processes and 8 threads; all asked one section earlier; one begins too early. */
    private static History history() {
        SplittableRandom random = new SplittableRandom(4);
        List<Event> events = new ArrayList<>(SECTIONS * 4);
        long[] free = new long[100];
        for (int i = 0; i < SECTIONS; i++) {
            int lock = i % free.length;
            int process = random.nextInt(16);
            int thread = random.nextInt(8) + 8 * (i / free.length % 2);
            long invoked = Math.max(1, free[lock] - 500);
            long start = Math.max(invoked, free[lock]) + (i == SECTIONS / 2 ? -1 : 10);
            long end = start + 2 + random.nextInt(1_000);
            free[lock] = end;
            Event event = Event.of(EventKind.INVOKE_ACQUIRE, process, thread, i, "lock-" + lock);
            events.add(event.at(invoked));
            events.add(as(event, EventKind.ACQUIRED, start).token(i + 1).value(end + 1_000_000));
            events.add(as(event, EventKind.INVOKE_RELEASE, end));
            events.add(as(event, EventKind.RELEASED, end + 5));
        }
        return History.of("million", events);
    }

    private static Event as(Event event, EventKind kind, long at) {
        return Event.of(kind, event.process(), event.thread(), event.operation(), event.lock())
                .at(at);
    }
}
