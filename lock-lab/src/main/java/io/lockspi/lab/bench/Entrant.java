package io.lockspi.lab.bench;

import io.lockspi.lab.bench.subject.Subject;
import io.lockspi.lab.bench.worker.RoundReport;
import io.lockspi.lab.bench.worker.Witness;
import io.lockspi.lab.bench.worker.WorkerMain;
import io.lockspi.lab.bench.worker.WorkerTask;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One subject in one scenario, with its JVMs and its witness. One that fails takes no further part; that is its result.
 * For one thread.
 */
final class Entrant implements AutoCloseable {
    private static final int MOST_WARM_UPS = 6;
    /** Per JVM, after which the hot path is compiled. */
    private static final long WARM_SECTIONS = 20_000;

    private static final int LOOKS = 7;

    private final Scenario scenario;
    private final Subject subject;
    private final Stores stores;
    private final Witness witness;
    private final List<WorkerProcess> workers = new ArrayList<>();
    private final List<Round> rounds = new ArrayList<>();
    private long sections;
    private long overlaps;
    private long tokenRegressions;
    private @Nullable Traffic traffic;
    private @Nullable String failure;

    private Entrant(Scenario scenario, Subject subject, Stores stores, Witness witness) {
        this.scenario = scenario;
        this.subject = subject;
        this.stores = stores;
        this.witness = witness;
    }

    static Entrant start(Scenario scenario, Subject subject, Stores stores, Path directory, Jdk jdk)
            throws IOException {
        Path page = directory.resolve(scenario.name() + "." + subject.name());
        Witness witness = Witness.map(page, scenario.locks());
        Entrant entrant = new Entrant(scenario, subject, stores, witness);
        try {
            entrant.startWorkers(page, jdk);
        } catch (IOException | RuntimeException failed) {
            entrant.close();
            throw failed;
        }
        return entrant;
    }

    private void startWorkers(Path page, Jdk jdk) throws IOException {
        String lockName = "lockspi-bench/" + UUID.randomUUID();
        int firstThread = 0;
        int firstClient = 0;
        for (Scenario.Jvm jvm : scenario.jvms()) {
            WorkerTask task = new WorkerTask(
                    subject.name(),
                    lockName,
                    page.toString(),
                    scenario.locks(),
                    jvm.clients(),
                    jvm.threads(),
                    firstThread,
                    firstClient,
                    scenario.is(Scenario.Trait.VIRTUAL_THREADS));
            workers.add(WorkerProcess.start(
                    WorkerMain.class, subject.name(), task.toArguments(), jdk.home(), stores.uri(subject.store())));
            firstThread += jvm.threads();
            firstClient += jvm.clients();
        }
    }

    /** Waits until it has connected. */
    void awaitReady() throws InterruptedException {
        attempt(() -> {
            for (WorkerProcess worker : workers) {
                worker.awaitReady();
            }
        });
    }

    /**
     * Runs without counting, except for the witness: longer if the machine is so busy that the compilers cannot have seen
     * enough.
     */
    void warmUp(Duration length) throws InterruptedException {
        attempt(() -> {
            long ran = 0;
            for (int part = 0; part < MOST_WARM_UPS && ran < WARM_SECTIONS * workers.size(); part++) {
                ran += run(length).all().sections();
            }
        });
    }

    /** Runs a round that counts. */
    void play(Duration length) throws InterruptedException {
        attempt(() -> rounds.add(run(length)));
    }

    /** Runs once more, while the server shows what it is asked. */
    void countTraffic(Duration length) throws InterruptedException {
        attempt(() -> {
            try (Wiretap wiretap = new Wiretap(stores.redis())) {
                long before = witness.handOvers();
                workers.forEach(worker -> worker.begin(length));
                for (int look = 0; look < LOOKS; look++) {
                    pass(length.dividedBy(LOOKS + 1));
                    wiretap.look();
                }
                collect(length);
                traffic = wiretap.traffic(witness.handOvers() - before);
            }
        });
    }

    private static void pass(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private Round run(Duration length) throws InterruptedException {
        long looking = stores.requestsOfOneLook(subject.store());
        long before = stores.requests(subject.store());
        workers.forEach(worker -> worker.begin(length));
        List<RoundReport> reports = collect(length);
        return Round.of(length, reports, stores.requests(subject.store()) - before - looking);
    }

    private List<RoundReport> collect(Duration length) throws InterruptedException {
        List<RoundReport> reports = new ArrayList<>();
        for (WorkerProcess worker : workers) {
            reports.add(worker.awaitReport(length));
        }
        for (RoundReport report : reports) {
            sections += report.sections();
            overlaps += report.overlaps();
            tokenRegressions += report.tokenRegressions();
        }
        return reports;
    }

    private void attempt(Step step) throws InterruptedException {
        if (failure != null) {
            return;
        }
        try {
            step.run();
        } catch (BenchFailedException failed) {
            failure = String.valueOf(failed.getMessage());
            close();
        }
    }

    /** What became of it. */
    Result result() {
        // After a failure the last round's sections are not known.
        long lostUpdates = failure == null ? sections - witness.sections() : 0;
        return new Result(
                scenario, subject, List.copyOf(rounds), overlaps, lostUpdates, tokenRegressions, traffic, failure);
    }

    @Override
    public void close() {
        workers.forEach(WorkerProcess::close);
    }

    /** Something that may fail. */
    @FunctionalInterface
    private interface Step {
        void run() throws InterruptedException;
    }
}
