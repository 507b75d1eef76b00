package io.lockspi.tck.workload;

import io.lockspi.tck.history.HistoryWriter;
import io.lockspi.tck.history.HostClock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.Lock;

/** One process of a workload, in a JVM of its own or not. Thread-safe. */
final class ClientProcess implements AutoCloseable {
    private static final long INTERRUPT_EVERY_NANOS = 20_000_000;

    private final ClientSettings settings;
    private final HistoryWriter history;
    private final ClientRecorder recorder;
    private final WorkloadClient client;
    private final Map<String, Lock> locks = new ConcurrentHashMap<>();
    private final List<Thread> threads = new ArrayList<>();
    private final List<Interrupter> interrupters = new ArrayList<>();
    private final ConcurrentLinkedQueue<String> problems = new ConcurrentLinkedQueue<>();
    private volatile boolean stopping;
    private volatile boolean closed;

    private ClientProcess(ClientSettings settings, HistoryWriter history) {
        this.settings = settings;
        this.history = history;
        this.recorder = new ClientRecorder(history, settings.process());
        this.client = WorkloadClientFactory.named(settings.factory()).open(settings.argument());
    }

    static ClientProcess open(ClientSettings settings) throws IOException {
        String source = "process " + settings.process() + ", pid "
                + ProcessHandle.current().pid();
        HistoryWriter history = HistoryWriter.create(
                settings.directory().resolve("process-" + settings.process() + HistoryWriter.SUFFIX),
                settings.runId(),
                source);
        return new ClientProcess(settings, history);
    }

    ClientSettings settings() {
        return settings;
    }

    ClientRecorder recorder() {
        return recorder;
    }

    WorkloadClient client() {
        return client;
    }

    boolean isStopping() {
        return stopping;
    }

    Lock lock(String name) {
        return locks.computeIfAbsent(name, key -> {
            Lock lock = client.lock(key);
            client.onLost(lock, token -> recorder.lost(key, token));
            return lock;
        });
    }

    void start() {
        for (int number = 1; number <= settings.threads(); number++) {
            int me = number;
            Thread[] self = new Thread[1];
            self[0] = new Thread(() -> run(me, self[0]), "workload-" + settings.process() + "-" + me);
            self[0].setDaemon(true);
            interrupters.add(new Interrupter(self[0]));
            threads.add(self[0]);
        }
        threads.forEach(Thread::start);
        Thread thread = new Thread(this::interruptAtRandom, "workload-" + settings.process() + "-interrupts");
        thread.setDaemon(true);
        thread.start();
    }

    private void run(int number, Thread self) {
        try {
            new ClientThread(this, number, interrupters.get(number - 1)).run();
        } catch (IOException | RuntimeException | Error failure) {
            // After the close it has nothing left to work with.
            if (!closed) {
                problems.add(self.getName() + " ended: " + failure);
            }
        }
    }

    private void interruptAtRandom() {
        SplittableRandom random = new SplittableRandom(settings.seed() + settings.process());
        while (!stopping) {
            HostClock.parkUntil(HostClock.nanos() + random.nextLong(2 * INTERRUPT_EVERY_NANOS));
            interrupters.get(random.nextInt(interrupters.size())).interrupt();
        }
    }

    /** Lets every thread end its turn, without waiting for that. */
    void askToStop() {
        stopping = true;
    }

    /**
     * Lets every thread end its turn, and waits for that.
     *
     * @return what went wrong, empty if nothing
     */
    List<String> stop() throws InterruptedException {
        askToStop();
        long end = HostClock.nanos() + settings.patience().toNanos();
        for (Thread thread : threads) {
            thread.join(Math.max(1, (end - HostClock.nanos()) / 1_000_000));
            if (thread.isAlive()) {
                problems.add(thread.getName() + " did not come back within " + settings.patience() + ": "
                        + Arrays.toString(thread.getStackTrace()));
            }
        }
        problems.forEach(recorder::fault);
        return List.copyOf(problems);
    }

    /** Closes the client in good order, and the history after it. */
    @Override
    public void close() {
        stopping = true;
        closed = true;
        try (history) {
            client.close();
        }
    }
}
