package io.lockspi.lab.bench.worker;

import io.lockspi.lab.bench.subject.LockClient;
import io.lockspi.lab.bench.subject.Subject;
import io.lockspi.lab.bench.subject.TimedLock;
import io.lockspi.lab.ui.ErrorText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A JVM of the benchmark. Commands come on standard input: {@value #URI_IS} and the server's URI first, then
 * {@value #RUN} and a round's length in milliseconds, until the input ends. Reports go to standard output:
 * {@value #READY}, {@value #DONE} and a {@link RoundReport}, {@value #FAILED} and a reason.
 */
public final class WorkerMain {
    /** Command: where the server is. */
    public static final String URI_IS = "URI";
    /** Command: run a round. */
    public static final String RUN = "RUN";
    /** Report: connected. */
    public static final String READY = "READY";
    /** Report: a round is over. */
    public static final String DONE = "DONE";
    /** Report: cannot go on. */
    public static final String FAILED = "FAILED";

    private WorkerMain() {}

    /**
     * Works.
     *
     * @param arguments a {@link WorkerTask}
     */
    public static void main(String[] arguments) {
        // Reports go to the real standard output; whatever else prints must not mix with them.
        PrintStream reports = System.out;
        System.setOut(System.err);
        try {
            work(WorkerTask.parse(List.of(arguments)), reports);
            System.exit(0);
        } catch (Exception | LinkageError failure) {
            failure.printStackTrace();
            Throwable cause =
                    failure instanceof ExecutionException && failure.getCause() != null ? failure.getCause() : failure;
            report(reports, FAILED + " " + ErrorText.of(cause));
            System.exit(1);
        }
    }

    private static void work(WorkerTask task, PrintStream reports)
            throws IOException, ExecutionException, InterruptedException {
        Subject subject = Subject.named(task.subject()).orElseThrow();
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        URI uri = URI.create(argument(commands.readLine(), URI_IS));
        List<LockClient> clients = subject.open(uri, task.clients());
        try (Crew crew = new Crew(members(subject, task, clients))) {
            report(reports, READY);
            for (String line = commands.readLine(); line != null; line = commands.readLine()) {
                Duration duration = Duration.ofMillis(Long.parseLong(argument(line, RUN)));
                report(reports, DONE + " " + crew.run(duration).toLine());
            }
        }
        clients.forEach(LockClient::close);
    }

    private static List<Crew.Member> members(Subject subject, WorkerTask task, List<LockClient> clients)
            throws IOException {
        Witness witness = Witness.map(Path.of(task.witness()), task.slots());
        List<Crew.Member> members = new ArrayList<>();
        for (int thread = 0; thread < task.threads(); thread++) {
            int client = thread % clients.size();
            int slot = task.slot(thread);
            TimedLock lock = clients.get(client).lock(task.lockName(slot));
            Witness.Watch watch = witness.watch(
                    slot, task.firstClient() + client + 1L, task.firstThread() + thread + 1L, subject.hasTokens());
            members.add(new Crew.Member(lock, watch));
        }
        return members;
    }

    private static String argument(@Nullable String line, String command) {
        if (line == null || !line.startsWith(command + " ")) {
            throw new IllegalArgumentException("expected the command " + command + ", not: " + line);
        }
        return line.substring(command.length() + 1);
    }

    private static void report(PrintStream reports, String line) {
        reports.println(line);
        reports.flush();
    }
}
