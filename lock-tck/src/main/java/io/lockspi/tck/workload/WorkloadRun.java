package io.lockspi.tck.workload;

import io.lockspi.tck.history.Event;
import io.lockspi.tck.history.EventKind;
import io.lockspi.tck.history.HistoryWriter;
import io.lockspi.tck.history.HostClock;
import io.lockspi.tck.witness.Witness;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Runs a workload: starts its processes, works the fault schedule off, ends them. For one thread. */
final class WorkloadRun implements WorkloadControl, AutoCloseable {
    private final Workload workload;
    private final Path directory;
    private final HistoryWriter log;
    private final HistoryWriter witnessLog;
    private final Witness witness;
    private final List<RunningClient> clients = new ArrayList<>();
    private final Set<Integer> killed = new HashSet<>();
    private final Set<Integer> paused = new HashSet<>();

    private WorkloadRun(Workload workload, Path directory) throws IOException {
        this.workload = workload;
        this.directory = directory;
        this.log = writer("faults");
        this.witnessLog = writer("witness");
        this.witness = Witness.start(witnessLog);
    }

    static WorkloadRun start(Workload workload, Path directory) throws IOException, InterruptedException {
        WorkloadRun run = new WorkloadRun(workload, directory);
        try {
            for (int i = 0; i < workload.processes; i++) {
                run.launch();
            }
            for (RunningClient client : run.clients) {
                client.awaitReady(workload.patience);
            }
            return run;
        } catch (IOException | InterruptedException | RuntimeException failure) {
            run.close();
            throw failure;
        }
    }

    private HistoryWriter writer(String name) throws IOException {
        return HistoryWriter.create(directory.resolve(name + HistoryWriter.SUFFIX), runId(), name);
    }

    private String runId() {
        return directory.getFileName().toString();
    }

    private RunningClient launch() throws IOException {
        ClientSettings settings = new ClientSettings(
                workload.factory,
                workload.argument,
                runId(),
                directory,
                witness.port(),
                clients.size() + 1,
                workload.threads,
                workload.locks,
                workload.seed,
                workload.lease,
                workload.work,
                workload.patience);
        RunningClient client = workload.inThisJvm ? new ThreadsClient(settings) : JvmClient.start(settings);
        clients.add(client);
        return client;
    }

    /** Returns what went wrong, empty if nothing. */
    List<String> run() throws InterruptedException, IOException {
        long begin = HostClock.nanos();
        clients.forEach(RunningClient::begin);
        List<WorkloadFault> schedule = new ArrayList<>(workload.faults);
        schedule.sort(Comparator.comparing(WorkloadFault::at));
        for (WorkloadFault fault : schedule) {
            waitUntil(begin, fault.at());
            note(fault.name());
            inject(fault);
        }
        waitUntil(begin, workload.duration);
        return end();
    }

    private static void waitUntil(long begin, Duration at) throws InterruptedException {
        HostClock.parkUntil(begin + at.toNanos());
        if (Thread.interrupted()) {
            throw new InterruptedException("the workload was interrupted");
        }
    }

    private void inject(WorkloadFault fault) throws InterruptedException {
        try {
            fault.action().run(this);
        } catch (InterruptedException interrupted) {
            throw interrupted;
        } catch (Exception failure) {
            throw new IllegalStateException("the fault '" + fault.name() + "' could not be injected", failure);
        }
    }

    private List<String> end() throws InterruptedException {
        List.copyOf(paused).forEach(this::resume);
        List<String> problems = new ArrayList<>();
        List<RunningClient> alive = new ArrayList<>();
        for (int process = 1; process <= clients.size(); process++) {
            if (!killed.contains(process)) {
                alive.add(clients.get(process - 1));
            }
        }
        note("end of the workload");
        alive.forEach(RunningClient::askToStop);
        for (RunningClient client : alive) {
            problems.addAll(client.awaitEnd(workload.patience.multipliedBy(2)));
        }
        return problems;
    }

    private RunningClient client(int process) {
        if (process < 1 || process > clients.size()) {
            throw new IllegalArgumentException(
                    "there is no process " + process + ": they are numbered from 1 to " + clients.size());
        }
        return clients.get(process - 1);
    }

    @Override
    public int processes() {
        return clients.size();
    }

    @Override
    public void kill(int process) {
        RunningClient client = client(process);
        log.record(Event.fault(EventKind.KILLING, process, ""));
        client.kill();
        killed.add(process);
        paused.remove(process);
        log.record(Event.fault(EventKind.KILLED, process, ""));
    }

    @Override
    public void pause(int process) {
        client(process).pause();
        paused.add(process);
        log.record(Event.fault(EventKind.PAUSED, process, ""));
    }

    @Override
    public void resume(int process) {
        log.record(Event.fault(EventKind.RESUMED, process, ""));
        client(process).resume();
        paused.remove(process);
    }

    @Override
    public int start() throws IOException, InterruptedException {
        RunningClient client = launch();
        client.awaitReady(workload.patience);
        client.begin();
        return clients.size();
    }

    @Override
    public void note(String text) {
        log.record(Event.fault(EventKind.FAULT, 0, text));
    }

    @Override
    public void close() {
        clients.forEach(RunningClient::close);
        witness.close();
        witnessLog.close();
        log.close();
    }
}
