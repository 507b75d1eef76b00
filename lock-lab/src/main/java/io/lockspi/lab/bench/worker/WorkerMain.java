package io.lockspi.lab.bench.worker;

import io.lockspi.lab.bench.subject.LockClient;
import io.lockspi.lab.bench.subject.Subject;
import io.lockspi.lab.bench.subject.TimedLock;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;

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
        Conversation.run(talk -> work(WorkerTask.parse(List.of(arguments)), talk));
    }

    private static void work(WorkerTask task, Conversation talk)
            throws IOException, ExecutionException, InterruptedException {
        Subject subject = Subject.named(task.subject()).orElseThrow();
        URI uri = URI.create(talk.argument(URI_IS));
        List<LockClient> clients = subject.open(uri, Subject.USUAL_LEASE, task.clients());
        try (Crew crew = new Crew(members(subject, task, clients), task.virtual())) {
            talk.say(READY);
            for (String line = talk.next(); line != null; line = talk.next()) {
                Duration duration = Duration.ofMillis(Long.parseLong(Conversation.argument(line, RUN)));
                talk.say(DONE + " " + crew.run(duration).toLine());
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
}
