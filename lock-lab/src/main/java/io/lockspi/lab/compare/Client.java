package io.lockspi.lab.compare;

import io.lockspi.lab.compare.worker.ClientMain;
import io.lockspi.lab.compare.worker.Order;
import io.lockspi.tck.fault.ChildJvm;
import io.lockspi.tck.history.HistoryWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A client's JVM, seen from the lab. Thread-safe. */
final class Client implements AutoCloseable {
    private static final String FAILED = "FAILED ";

    final int number;
    private final ChildJvm jvm;
    private final AtomicInteger sections;
    private final AtomicInteger probes;
    private final Set<String> said;

    private Client(int number, ChildJvm jvm, AtomicInteger sections, AtomicInteger probes, Set<String> said) {
        this.number = number;
        this.jvm = jvm;
        this.sections = sections;
        this.probes = probes;
        this.said = said;
    }

    /**
     * Starts a client.
     *
     * @param runId names the run in its history
     * @param door how it reaches the servers
     * @param probing whether it takes a lock of its own all the time as well
     * @param seed decides how long it pauses between two sections
     */
    static Client start(
            String runId, int number, Door door, int witnessPort, Path directory, boolean probing, long seed)
            throws IOException {
        AtomicInteger sections = new AtomicInteger();
        AtomicInteger probes = new AtomicInteger();
        Set<String> said = ConcurrentHashMap.newKeySet();
        Path history = directory.resolve("client-" + number + HistoryWriter.SUFFIX);
        ChildJvm jvm = ChildJvm.of(ClientMain.class)
                .options("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m")
                .arguments(
                        runId,
                        Integer.toString(number),
                        Integer.toString(witnessPort),
                        history.toString(),
                        Boolean.toString(probing),
                        Long.toString(seed + number))
                .onLine(line -> {
                    if (line.startsWith("SECTION ")) {
                        sections.incrementAndGet();
                    } else if (line.startsWith("PROBE ")) {
                        probes.incrementAndGet();
                    } else {
                        said.add(line.startsWith("INSIDE ") ? "INSIDE" : line);
                    }
                })
                .start();
        Client client = new Client(number, jvm, sections, probes, said);
        jvm.send(door.uri());
        jvm.send(door.detours());
        return client;
    }

    void tell(Order order) {
        try {
            jvm.send(order.name());
        } catch (UncheckedIOException gone) {
            // Its end is noticed by whoever waits for it.
        }
    }

    /** Whether it said a word. */
    boolean said(String word) {
        check();
        return said.contains(word);
    }

    /** How many sections it has begun. */
    int sections() {
        check();
        return sections.get();
    }

    /** How often the probe got its lock. */
    int probes() {
        check();
        return probes.get();
    }

    private void check() {
        String failure = failure();
        if (failure != null) {
            throw new CompareFailedException("client " + number + " failed: " + failure);
        }
    }

    private @Nullable String failure() {
        for (String line : said) {
            if (line.startsWith(FAILED)) {
                return line.substring(FAILED.length());
            }
        }
        if (jvm.process().isAlive() || said.contains("DONE")) {
            return null;
        }
        List<String> errors = jvm.errorLines();
        return "it ended by itself" + (errors.isEmpty() ? "" : "; its last words: " + errors.get(errors.size() - 1));
    }

    void kill() {
        jvm.close();
    }

    void pause() {
        jvm.process().pause();
    }

    void resume() {
        jvm.process().resume();
    }

    /** Waits for its end after {@link Order#STOP}; false if it did not come in time. */
    boolean awaitDone(Duration limit) throws InterruptedException {
        return Waiting.until(limit, () -> said("DONE"));
    }

    @Override
    public void close() {
        jvm.close();
    }
}
