package io.lockspi.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockspi.servers.Persistence;
import io.lockspi.servers.RedisGroup;
import io.lockspi.servers.RedisServer;
import io.lockspi.tck.fault.ChildJvm;
import io.lockspi.tck.history.Event;
import io.lockspi.tck.history.EventKind;
import io.lockspi.tck.history.History;
import io.lockspi.tck.history.HistoryWriter;
import io.lockspi.tck.history.WitnessChecker;
import io.lockspi.tck.history.WitnessReport;
import io.lockspi.tck.witness.Witness;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Four processes take turns while servers are killed and restarted, with and without their data. A witness, which is not
 * the lock's, orders who was inside with which token.
 */
class TokensTest {
    static final String LOCK = "tokens";
    private static final int ACQUISITIONS = Boolean.getBoolean("lockspi.soak") ? 100_000 : 10_000;
    private static final int PROCESSES = 4;
    private static final String OPTIONS = "?lease=1s&maxLease=1s&nodeTimeout=200ms&requestTimeout=2s";

    @TempDir
    private Path directory;

    private final AtomicLong turns = new AtomicLong();

    @Test
    @Timeout(1800)
    void tokensRiseOverRestarts() throws Exception {
        long seed = System.nanoTime();
        int restarts;
        List<String> ends = new ArrayList<>();
        try (RedisGroup group = RedisGroup.start(5, builder -> builder.persistence(Persistence.AOF));
                HistoryWriter log = HistoryWriter.create(directory.resolve("witness.history"), "tokens", "witness");
                Witness witness = Witness.start(log)) {
            List<ChildJvm> processes = new ArrayList<>();
            try {
                for (int process = 1; process <= PROCESSES; process++) {
                    processes.add(start(group, witness, process));
                }
                restarts = disturb(group, processes, new Random(seed));
                for (ChildJvm process : processes) {
                    ends.add(process.awaitLine(line -> line.startsWith("end "), Until.PATIENCE));
                }
            } finally {
                processes.forEach(ChildJvm::close);
            }
        }
        report(ends, restarts, seed);
        assertThat(restarts).isGreaterThan(2);
        check(History.read(directory));
    }

    private ChildJvm start(RedisGroup group, Witness witness, int process) throws IOException {
        return ChildJvm.of(TurnsMain.class)
                .options("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto")
                .arguments(
                        "redlock://" + group.hosts() + OPTIONS,
                        Integer.toString(witness.port()),
                        Integer.toString(process),
                        Integer.toString(ACQUISITIONS / PROCESSES))
                .onLine(line -> turns.addAndGet(line.equals("turn") ? 10 : 0))
                .start();
    }

    /** One server at a time is down, or recovers; the next one follows when it votes again. */
    private int disturb(RedisGroup group, List<ChildJvm> processes, Random random) {
        int restarts = 0;
        // A brand-new group begins when all of its servers are there.
        Until.holds("the first turns", () -> over(processes) || turns.get() >= 10 * PROCESSES);
        while (!over(processes)) {
            RedisServer server = group.get(random.nextInt(5));
            server.kill();
            long mark = turns.get() + 20;
            Until.holds("the others go on", () -> over(processes) || turns.get() >= mark);
            if (random.nextBoolean()) {
                server.restart();
            } else {
                server.restartEmpty();
            }
            restarts++;
            Until.holds("the server votes again", () -> over(processes) || votes(server));
        }
        return restarts;
    }

    /** Also if one has failed: what it said comes out when its last line is waited for. */
    private boolean over(List<ChildJvm> processes) {
        return turns.get() >= ACQUISITIONS
                || processes.stream().anyMatch(jvm -> !jvm.process().isAlive() && turns.get() < ACQUISITIONS / 2);
    }

    private static boolean votes(RedisServer server) {
        String info = String.valueOf(server.command("INFO", "server"));
        String run = info.replaceAll("(?s).*run_id:(\\w+).*", "$1");
        return String.valueOf(server.command("GET", Five.key(LOCK, "fence"))).contains(":" + run + ":");
    }

    private static void check(History history) {
        WitnessReport report = WitnessChecker.check(history);
        assertThat(report.passed()).as(report.text(history)).isTrue();
        Set<Long> seen = new HashSet<>();
        long highest = 0;
        int entered = 0;
        for (Event event : history.events()) {
            if (event.kind() != EventKind.ENTERED) {
                continue;
            }
            entered++;
            assertThat(seen.add(event.token())).as("once only: " + event).isTrue();
            if (event.deadline() > event.nanos()) {
                assertThat(event.token()).as(event.toString()).isGreaterThan(highest);
                highest = event.token();
            }
        }
        assertThat(entered).isGreaterThan(ACQUISITIONS * 9 / 10);
    }

    private static void report(List<String> ends, int restarts, long seed) {
        long[] sums = new long[5];
        for (String end : ends) {
            long[] counts = Arrays.stream(end.substring(4).split(" ", -1))
                    .mapToLong(Long::parseLong)
                    .toArray();
            Arrays.setAll(sums, i -> sums[i] + counts[i]);
        }
        System.out.printf(
                "tokens: %d acquisitions by %d processes, %d restarts (seed %d), %d grants, %.1f %% in one round trip,"
                        + " %d split votes, %d counters copied, %d not confirmed to the end%n",
                ACQUISITIONS, PROCESSES, restarts, seed, sums[0], 100.0 * sums[1] / sums[0], sums[2], sums[3], sums[4]);
    }
}
