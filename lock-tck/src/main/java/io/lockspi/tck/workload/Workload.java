package io.lockspi.tck.workload;

import io.lockspi.tck.history.CheckOptions;
import io.lockspi.tck.history.HostClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A seeded random workload against locks of any kind: several JVMs, each with several threads, lock, try, wait for a limited
 * time, take leases and outlast them, nest, get interrupted, and release, while a schedule of faults runs. Afterwards the
 * recorded history and what the witness saw are checked. Not thread-safe.
 *
 * <p>The seed decides what every thread does; when it does it, and so the outcome, depends on the machine.
 */
public final class Workload {

    /** Does something to the clients, or to what they depend on. */
    @FunctionalInterface
    public interface FaultAction {
        /**
         * Does it.
         *
         * @param control the running workload
         * @throws Exception if it cannot be done; the workload ends with an error that names the fault
         */
        void run(WorkloadControl control) throws Exception;
    }

    final List<WorkloadFault> faults = new ArrayList<>();
    final String factory;
    final String argument;
    int processes = 3;
    int threads = 3;
    int locks = 2;
    long seed = HostClock.nanos();
    boolean inThisJvm;
    Duration duration = Duration.ofSeconds(5);
    Duration lease = Duration.ofSeconds(1);
    Duration work = Duration.ofMillis(2);
    Duration patience = Duration.ofSeconds(60);
    CheckOptions checks = CheckOptions.standard();
    Path parent = Path.of(System.getProperty("java.io.tmpdir"));

    private Workload(String factory, String argument) {
        this.factory = factory;
        this.argument = argument;
    }

    /**
     * A workload against an installed lock provider.
     *
     * @param uri what {@link io.lockspi.LockService#open(String)} takes
     */
    public static Workload of(String uri) {
        return of(ServiceClientFactory.class.getName(), uri);
    }

    /**
     * A workload against any locks.
     *
     * @param factory the class name of a {@link WorkloadClientFactory}, on this JVM's class path
     * @param argument what the factory is given
     */
    public static Workload of(String factory, String argument) {
        return new Workload(factory, argument);
    }

    /** Sets how many processes there are; by default 3. */
    public Workload processes(int count) {
        processes = count;
        return this;
    }

    /** Sets how many threads each process has; by default 3. */
    public Workload threads(int count) {
        threads = count;
        return this;
    }

    /** Sets how many locks they use; by default 2. */
    public Workload locks(int count) {
        locks = count;
        return this;
    }

    /** Sets the seed; by default another one each time. */
    public Workload seed(long value) {
        seed = value;
        return this;
    }

    /** Runs the clients as threads of this JVM, for locks that no other process can share. */
    public Workload inThisJvm() {
        inThisJvm = true;
        return this;
    }

    /** Sets how long it runs; by default 5 s. */
    public Workload duration(Duration value) {
        duration = value;
        return this;
    }

    /** Sets the longest lease that threads ask for; by default 1 s. */
    public Workload lease(Duration value) {
        lease = value;
        return this;
    }

    /** Sets the longest time of work in a section; by default 2 ms. */
    public Workload work(Duration value) {
        work = value;
        return this;
    }

    /** Sets how long processes may take to start, and threads to end their turns; by default 60 s. */
    public Workload patience(Duration value) {
        patience = value;
        return this;
    }

    /** Sets what is demanded besides mutual exclusion and the order of tokens; by default nothing. */
    public Workload checks(CheckOptions value) {
        checks = value;
        return this;
    }

    /** Sets where the run makes a directory of its own; by default where temporary files are. */
    public Workload directory(Path value) {
        parent = value;
        return this;
    }

    /**
     * Adds a fault to the schedule.
     *
     * @param at when, from the beginning of the workload
     * @param name what it does, for people
     * @param action what it does
     */
    public Workload fault(Duration at, String name, FaultAction action) {
        faults.add(new WorkloadFault(at, name, action));
        return this;
    }

    /**
     * Runs it and checks what happened. If that is good, the run's directory is removed; otherwise it keeps the history, as
     * it was written and as JSON, the seed, and the verdict.
     *
     * @return the verdict
     * @throws IOException if a process does not start, or a file cannot be written
     * @throws InterruptedException if the caller is interrupted; all processes have ended then
     */
    public WorkloadResult run() throws IOException, InterruptedException {
        Files.createDirectories(parent);
        Path directory =
                Files.createTempDirectory(parent, "workload-" + seed + "-").toAbsolutePath();
        List<String> problems;
        try (WorkloadRun run = WorkloadRun.start(this, directory)) {
            problems = run.run();
        }
        return Verdicts.decide(this, directory, problems);
    }

    /** What must be known to run it again. */
    String describe() {
        return "seed=" + seed + "\nfactory=" + factory + "\nargument=" + argument + "\nprocesses=" + processes
                + "\nthreads=" + threads + "\nlocks=" + locks + "\ninThisJvm=" + inThisJvm + "\nduration=" + duration
                + "\nlease=" + lease + "\nwork=" + work + "\n";
    }
}
