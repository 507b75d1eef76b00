package io.lockspi.lab.compare;

import io.lockspi.lab.compare.worker.Order;
import io.lockspi.tck.fault.ChildProcess;
import io.lockspi.tck.history.History;
import io.lockspi.tck.history.HistoryWriter;
import io.lockspi.tck.witness.Witness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** Three clients, the witness, and the files into which they write what happens. For one thread. */
final class Crew implements AutoCloseable {
    /** How many clients there are; the first is the one that holds, the last is the one that probes. */
    static final int SIZE = 3;

    /** Long enough for cold JVMs on a busy machine. */
    private static final Duration START_LIMIT = Duration.ofMinutes(2);

    private static final Duration END_LIMIT = Duration.ofSeconds(30);
    private static final int WARM_SECTIONS = 3;

    final Steps steps;
    private final Path directory;
    private final HistoryWriter witnessLog;
    private final HistoryWriter labLog;
    private final Witness witness;
    private final List<Client> clients = new ArrayList<>();

    private Crew(String runId) throws IOException {
        directory = Files.createTempDirectory("lockspi-compare-");
        ChildProcess.removeAtEnd(directory);
        witnessLog = HistoryWriter.create(directory.resolve("witness" + HistoryWriter.SUFFIX), runId, "witness");
        labLog = HistoryWriter.create(directory.resolve("lab" + HistoryWriter.SUFFIX), runId, "lab");
        witness = Witness.start(witnessLog);
        steps = new Steps(labLog);
    }

    /** Starts all, and waits until each has had the lock some times. */
    static Crew start(Door holder, Door others, long seed) throws IOException, InterruptedException {
        String runId = UUID.randomUUID().toString();
        Crew crew = new Crew(runId);
        try {
            for (int number = 1; number <= SIZE; number++) {
                Door door = number == 1 ? holder : others;
                crew.clients.add(
                        Client.start(runId, number, door, crew.witness.port(), crew.directory, number == SIZE, seed));
            }
            for (Client client : crew.clients) {
                Waiting.demand("the start of client " + client.number, START_LIMIT, () -> client.said("READY"));
            }
            crew.clients.forEach(client -> client.tell(Order.BEGIN));
            crew.awaitSections(WARM_SECTIONS, START_LIMIT);
            return crew;
        } catch (IOException | InterruptedException | RuntimeException failure) {
            crew.close();
            throw failure;
        }
    }

    Client holder() {
        return clients.get(0);
    }

    List<Client> others() {
        return clients.subList(1, clients.size());
    }

    /** Has all clients finish their turns and begin no other. */
    void rest() throws InterruptedException {
        clients.forEach(client -> client.tell(Order.REST));
        for (Client client : clients) {
            Waiting.demand("a rest of client " + client.number, START_LIMIT, () -> client.said("RESTING"));
        }
    }

    int sectionsOfOthers() {
        return others().stream().mapToInt(Client::sections).sum();
    }

    int probes() {
        return clients.get(SIZE - 1).probes();
    }

    /** Waits until each client of a list has begun some more sections. */
    static boolean awaitMore(List<Client> clients, int more, Duration limit) throws InterruptedException {
        List<Integer> before = clients.stream().map(Client::sections).toList();
        return Waiting.until(limit, () -> {
            for (int i = 0; i < before.size(); i++) {
                if (clients.get(i).sections() < before.get(i) + more) {
                    return false;
                }
            }
            return true;
        });
    }

    private void awaitSections(int count, Duration limit) throws InterruptedException {
        Waiting.demand(
                "the first sections of all clients",
                limit,
                () -> clients.stream().allMatch(client -> client.sections() >= count) && probes() >= count);
    }

    /** Ends the clients that live, and reads what all wrote. */
    History end(List<Client> living) throws IOException, InterruptedException {
        living.forEach(client -> client.tell(Order.STOP));
        for (Client client : living) {
            // One that still waits for servers is ended like any other; what it wrote stays.
            client.awaitDone(END_LIMIT);
            client.close();
        }
        witness.close();
        witnessLog.close();
        labLog.close();
        return History.read(directory);
    }

    @Override
    public void close() {
        clients.forEach(Client::close);
        witness.close();
        witnessLog.close();
        labLog.close();
        remove();
    }

    private void remove() {
        try (Stream<Path> found = Files.walk(directory)) {
            for (Path each : found.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException stays) {
            // The guard of this JVM removes it later.
        }
    }
}
