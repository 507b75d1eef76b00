package io.lockspi.lab.bench;

import io.lockspi.lab.bench.worker.RoundReport;
import io.lockspi.lab.bench.worker.WorkerMain;
import io.lockspi.tck.fault.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;

/** A worker's JVM, seen from the lab. For one thread. */
final class WorkerProcess implements AutoCloseable {
    /** The compilers and the collector are the JVM's own choice, as in an application. */
    static final List<String> JVM_OPTIONS = List.of("-Xms128m", "-Xmx1g");

    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(90);
    /** So long may threads that wait for their lock at the end of a round need to get it. */
    private static final Duration DRAIN_LIMIT = Duration.ofMinutes(2);

    private final String subject;
    private final ChildJvm jvm;

    private WorkerProcess(String subject, ChildJvm jvm) {
        this.subject = subject;
        this.jvm = jvm;
    }

    /**
     * Starts a JVM.
     *
     * @param main its main class, which speaks as {@link WorkerMain} does
     * @param subject whose it is, for messages
     * @param arguments of the main class
     * @param javaHome the JDK to run
     * @param servers which it is told first
     */
    static WorkerProcess start(Class<?> main, String subject, List<String> arguments, Path javaHome, URI servers)
            throws IOException {
        ChildJvm jvm = ChildJvm.of(main)
                .javaHome(javaHome)
                .options(JVM_OPTIONS.toArray(String[]::new))
                .arguments(arguments.toArray(String[]::new))
                .start();
        WorkerProcess worker = new WorkerProcess(subject, jvm);
        worker.tell(WorkerMain.URI_IS + " " + servers);
        return worker;
    }

    void awaitReady() throws InterruptedException {
        await(WorkerMain.READY, CONNECT_LIMIT);
    }

    void begin(Duration round) {
        tell(WorkerMain.RUN + " " + round.toMillis());
    }

    RoundReport awaitReport(Duration round) throws InterruptedException {
        return RoundReport.parse(await(WorkerMain.DONE, round.plus(DRAIN_LIMIT)));
    }

    /** Sends a command, and waits for what it came to. */
    String ask(String command, Duration limit) throws InterruptedException {
        tell(command);
        return await(WorkerMain.DONE, limit);
    }

    private void tell(String line) {
        try {
            jvm.send(line);
        } catch (UncheckedIOException gone) {
            // The report that is awaited next will not come, and says why.
        }
    }

    private String await(String wanted, Duration limit) throws InterruptedException {
        String line;
        try {
            line = jvm.nextLine(limit);
        } catch (TimeoutException silent) {
            throw new BenchFailedException(subject + " did not finish within " + limit.toSeconds() + " s");
        } catch (IllegalStateException ended) {
            List<String> errors = jvm.errorLines();
            String lastWords = errors.isEmpty() ? "" : "; its last words: " + errors.get(errors.size() - 1);
            throw new BenchFailedException("a JVM of " + subject + " ended early" + lastWords);
        }
        if (!line.startsWith(wanted)) {
            throw new BenchFailedException(subject + " gave up: " + line);
        }
        return line.substring(wanted.length()).strip();
    }

    /** Kills the JVM; what it held is not needed any more. */
    @Override
    public void close() {
        jvm.close();
    }
}
