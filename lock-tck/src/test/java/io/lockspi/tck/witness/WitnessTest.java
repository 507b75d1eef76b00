package io.lockspi.tck.witness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockspi.tck.history.Event;
import io.lockspi.tck.history.EventKind;
import io.lockspi.tck.history.History;
import io.lockspi.tck.history.HistoryWriter;
import io.lockspi.tck.history.HostClock;
import io.lockspi.tck.history.ViolationKind;
import io.lockspi.tck.history.WitnessChecker;
import io.lockspi.tck.history.WitnessReport;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WitnessTest {
    private static final System.Logger LOGGER = System.getLogger(WitnessTest.class.getName());
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final long HOUR = Duration.ofHours(1).toNanos();

    @TempDir
    Path directory;

    private final List<WitnessClient> clients = new ArrayList<>();
    private HistoryWriter log;
    private HistoryWriter clientLog;
    private Witness witness;

    @BeforeEach
    void start() throws Exception {
        log = HistoryWriter.create(directory.resolve("witness.history"), "run", "witness");
        clientLog = HistoryWriter.create(directory.resolve("client.history"), "run", "client");
        witness = Witness.start(log);
    }

    @AfterEach
    void stop() {
        clients.forEach(WitnessClient::close);
        witness.close();
        log.close();
        clientLog.close();
    }

    private WitnessClient client(int process) throws Exception {
        WitnessClient client = WitnessClient.connect(witness.port(), process, 1);
        clients.add(client);
        return client;
    }

    private WitnessReport check() throws Exception {
        witness.close();
        return WitnessChecker.check(History.read(directory));
    }

    private static long later() {
        return HostClock.nanos() + HOUR;
    }

    /** What a client records of its own section, with a deadline. */
    private void record(int process, EventKind kind, long deadline) {
        clientLog.record(Event.of(kind, process, 1, 1, "a").value(deadline));
    }

    @Test
    void takingTurnsIsGood() throws Exception {
        WitnessClient one = client(1);
        WitnessClient two = client(2);
        one.enter("a", 1, 1, later());
        one.rawReadModifyWrite("a", 1);
        assertThat(one.fencedReadModifyWrite("a", 1, 1)).isTrue();
        one.exit("a", 1);
        two.enter("a", 1, 2, later());
        two.rawReadModifyWrite("a", 1);
        assertThat(two.fencedReadModifyWrite("a", 1, 2)).isTrue();
        two.exit("a", 1);
        WitnessReport report = check();
        assertThat(report.counts()).isEmpty();
        assertThat(report.sections()).isEqualTo(2);
        assertThat(report.writesAccepted()).isEqualTo(2);
        assertThat(report.rawWrites()).isEqualTo(2);
        assertThat(report.rawUpdatesLost()).isZero();
    }

    @Test
    void twoInsideBeforeTheirDeadlinesAreAFailure() throws Exception {
        WitnessClient one = client(1);
        WitnessClient two = client(2);
        one.enter("a", 1, 1, later());
        two.enter("a", 1, 2, later());
        one.exit("a", 1);
        two.exit("a", 1);
        WitnessReport report = check();
        assertThat(report.passed()).isFalse();
        assertThat(report.counts()).containsOnlyKeys(ViolationKind.TWO_VALID_HOLDERS);
        assertThat(report.first().orElseThrow().message()).contains("p1/t1", "p2/t1");
    }

    @Test
    void oneInsideAfterItsDeadlineIsAZombie() throws Exception {
        WitnessClient one = client(1);
        WitnessClient two = client(2);
        one.enter("a", 1, 1, HostClock.nanos());
        two.enter("a", 1, 2, later());
        one.exit("a", 1);
        WitnessReport report = check();
        assertThat(report.passed()).isTrue();
        assertThat(report.counts()).containsOnlyKeys(ViolationKind.ZOMBIE_HOLDER);
    }

    @Test
    void deadlineThatTheClientRecordedLaterDecides() throws Exception {
        WitnessClient one = client(1);
        WitnessClient two = client(2);
        record(1, EventKind.INVOKE_ACQUIRE, 0);
        record(1, EventKind.ACQUIRED, HostClock.nanos());
        one.enter("a", 1, 1, HostClock.nanos());
        two.enter("a", 1, 2, later());
        // It had been renewed in the meantime.
        record(1, EventKind.RENEWED, later());
        one.exit("a", 1);
        record(1, EventKind.INVOKE_RELEASE, 0);
        assertThat(check().counts()).containsOnlyKeys(ViolationKind.TWO_VALID_HOLDERS);
    }

    @Test
    void clientWhoseConnectionEndsIsOutside() throws Exception {
        WitnessClient one = client(1);
        WitnessClient two = client(2);
        one.enter("a", 1, 1, later());
        one.close();
        long end = HostClock.nanos() + PATIENCE.toNanos();
        while (!hasLeft()) {
            assertThat(HostClock.nanos()).as("left in time").isLessThan(end);
            Thread.onSpinWait();
        }
        two.enter("a", 1, 2, later());
        assertThat(check().counts()).isEmpty();
    }

    private boolean hasLeft() throws Exception {
        return History.read(directory).events().stream().anyMatch(event -> event.kind() == EventKind.LEFT);
    }

    @Test
    void lowerTokensAreRefused() throws Exception {
        WitnessClient one = client(1);
        WitnessClient two = client(2);
        assertThat(one.raise("a", 1, 5)).hasValue(0);
        assertThat(two.fencedWrite("a", 1, 6, 1)).isTrue();
        assertThat(one.fencedWrite("a", 1, 5, 1)).isFalse();
        assertThat(one.raise("a", 1, 5)).isEmpty();
        assertThat(one.raise("b", 2, 5)).hasValue(0);
        assertThat(two.fencedWrite("a", 1, 6, 2)).isTrue();
        WitnessReport report = check();
        assertThat(report.counts()).isEmpty();
        assertThat(report.writesRefused()).isEqualTo(2);
    }

    @Test
    void refusalOfAValidHolderIsAFailure() throws Exception {
        WitnessClient one = client(1);
        record(1, EventKind.INVOKE_ACQUIRE, 0);
        record(1, EventKind.ACQUIRED, later());
        client(2).raise("a", 1, 6);
        assertThat(one.raise("a", 1, 5)).isEmpty();
        assertThat(check().counts()).containsOnlyKeys(ViolationKind.REFUSED_WHILE_VALID);
    }

    @Test
    void updateThatOverwritesAnotherIsLost() throws Exception {
        WitnessClient one = client(1);
        WitnessClient two = client(2);
        assertThat(one.raise("a", 1, 5)).hasValue(0);
        assertThat(two.fencedReadModifyWrite("a", 1, 5)).isTrue();
        assertThat(one.fencedWrite("a", 1, 5, 1)).isTrue();
        assertThat(check().counts()).containsOnlyKeys(ViolationKind.GUARDED_UPDATE_LOST);
    }

    @Test
    void logOfAResourceThatLetsStaleWritesInIsBad() {
        Event write = Event.of(EventKind.WRITE_ACCEPTED, 1, 1, 1, "a");
        WitnessReport report = WitnessChecker.check(History.of(
                "run",
                List.of(write.token(6).value(1).at(1), write.token(5).value(2).at(2))));
        assertThat(report.counts()).containsOnlyKeys(ViolationKind.STALE_WRITE_ACCEPTED);
    }

    @Test
    void oneThreadServesAllAndEnds() throws Exception {
        int before = Thread.activeCount();
        for (int process = 1; process <= 50; process++) {
            client(process).enter("a", 1, process, 0);
        }
        assertThat(Thread.activeCount()).isLessThanOrEqualTo(before);
        witness.close();
        assertThat(Thread.activeCount()).isLessThan(before);
        assertThatThrownBy(() -> clients.get(0).exit("a", 1))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("the witness did not answer EXIT for lock 'a'");
    }

    /** A figure rather than a limit: the machine may be busy. */
    @Test
    void aSectionCostsLittle() throws Exception {
        WitnessClient client = client(1);
        int sections = 5_000;
        Duration cpuBefore = cpu();
        long began = HostClock.nanos();
        for (int i = 1; i <= sections; i++) {
            client.enter("a", i, i, 0);
            client.fencedReadModifyWrite("a", i, i);
            client.exit("a", i);
        }
        double rate = sections * 1e9 / (HostClock.nanos() - began);
        Duration cpu = cpu().minus(cpuBefore).dividedBy(sections);
        LOGGER.log(
                System.Logger.Level.INFO,
                "{0} sections a second by one client; each took {1} microseconds of CPU time on both sides together",
                Math.round(rate),
                cpu.toNanos() / 1_000);
        assertThat(check().writesAccepted()).isEqualTo(sections);
        assertThat(rate).isGreaterThan(100);
    }

    private static Duration cpu() {
        return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
    }
}
