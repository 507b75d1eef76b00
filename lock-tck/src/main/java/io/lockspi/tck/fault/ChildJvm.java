package io.lockspi.tck.fault;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/**
 * Another JVM that runs a class of ours, speaks in lines, and never outlives this JVM. Thread-safe.
 *
 * <p>Its standard output is for lines to this JVM, its standard error for explanations.
 */
public final class ChildJvm implements AutoCloseable {

    private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(2);

    private final String name;
    private final ChildProcess process;
    private final LineCollector output;
    private final LineCollector errors;
    private final ReentrantLock inputLock = new ReentrantLock();
    private final BufferedWriter input;

    ChildJvm(String name, ChildProcess process, ChildJvmBuilder builder) {
        this.name = name;
        this.process = process;
        Process jdk = process.process();
        String threadName = "child-jvm-" + process.pid();
        output = new LineCollector(
                threadName + "-out", jdk.inputReader(StandardCharsets.UTF_8), builder.outputListener());
        errors = new LineCollector(
                threadName + "-err", jdk.errorReader(StandardCharsets.UTF_8), builder.errorListener());
        input = jdk.outputWriter(StandardCharsets.UTF_8);
    }

    /**
     * Returns a builder for a JVM that runs a class with this JVM's class path.
     *
     * @param mainClass one with a {@code main} method
     */
    public static ChildJvmBuilder of(Class<?> mainClass) {
        return of(mainClass.getName());
    }

    /**
     * Returns a builder for a JVM that runs a class by name.
     *
     * @param mainClass the binary name of one with a {@code main} method, on the child's class path
     */
    public static ChildJvmBuilder of(String mainClass) {
        return new ChildJvmBuilder(mainClass);
    }

    /** Returns the process, for pausing, killing and waiting. */
    public ChildProcess process() {
        return process;
    }

    /** Returns all lines of its standard output so far, consumed or not. */
    public List<String> lines() {
        return output.all();
    }

    /** Returns all lines of its standard error so far. */
    public List<String> errorLines() {
        return errors.all();
    }

    /**
     * Takes the next line of its standard output.
     *
     * @throws TimeoutException if there is none in time
     * @throws IllegalStateException if it has ended without another line; the message has its standard error
     * @throws InterruptedException if the caller is interrupted
     */
    public String nextLine(Duration timeout) throws InterruptedException, TimeoutException {
        return awaitLine(line -> true, timeout);
    }

    /**
     * Takes lines of its standard output up to the first that is wanted.
     *
     * @return that line
     * @throws TimeoutException if it does not come in time; the message has the lines that came
     * @throws IllegalStateException if the JVM has ended without it; the message has its standard error
     * @throws InterruptedException if the caller is interrupted
     */
    public String awaitLine(Predicate<String> wanted, Duration timeout) throws InterruptedException, TimeoutException {
        String line = output.await(wanted, timeout);
        if (line == null) {
            errors.awaitEnd(DRAIN_TIMEOUT);
            throw new IllegalStateException(
                    "The JVM of " + name + " ended before the line that was waited for. It said " + lines()
                            + ", and on standard error:\n" + String.join("\n", errorLines()));
        }
        return line;
    }

    /**
     * Writes a line to its standard input.
     *
     * @throws UncheckedIOException if it has ended
     */
    public void send(String line) {
        inputLock.lock();
        try {
            input.write(line + "\n");
            input.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("'" + line + "' could not be sent to the JVM of " + name, e);
        } finally {
            inputLock.unlock();
        }
    }

    /** Kills it and waits until it has gone. Idempotent. */
    @Override
    public void close() {
        process.close();
    }
}
