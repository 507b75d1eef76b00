package io.lockspi.tck.fault;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A process that never outlives this JVM, whether the JVM exits, is interrupted at the terminal or is killed; a paused
 * child dies as well. Thread-safe.
 *
 * <p>On systems without POSIX signals the child ends with an orderly exit of the JVM only.
 */
public final class ChildProcess implements AutoCloseable {

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);

    /** Waits for the word that the guard knows of it, so that there is no moment without a guard; keeps its pid. */
    private static final String WAIT_FOR_GUARD = "read -r go && exec \"$@\"";

    private final Process process;

    private ChildProcess(Process process) {
        this.process = process;
    }

    /**
     * Starts a process under guard.
     *
     * @param builder the command and its surroundings; the command is changed by this call, and standard input must be
     *     a pipe, as it is by default
     * @return the running process; that its program cannot be executed shows in exit codes 126 and 127
     * @throws IOException if it cannot be started
     */
    public static ChildProcess start(ProcessBuilder builder) throws IOException {
        if (!ProcessControl.isSupported()) {
            Process process = builder.start();
            ProcessGuard.instance().add(process);
            return new ChildProcess(process);
        }
        List<String> command = new ArrayList<>(List.of("sh", "-c", WAIT_FOR_GUARD, "sh"));
        command.addAll(builder.command());
        Process process = builder.command(command).start();
        ProcessGuard.instance().add(process);
        OutputStream in = process.getOutputStream();
        in.write("go\n".getBytes(StandardCharsets.UTF_8));
        in.flush();
        return new ChildProcess(process);
    }

    /**
     * Has a directory removed, with all that is in it, when this JVM has ended in whatever way.
     *
     * @param directory one made by the caller for itself; it may be gone by then
     */
    public static void removeAtEnd(Path directory) {
        ProcessGuard.instance().removeAtEnd(directory);
    }

    /** Returns the JDK's view of it; signals are better sent by the methods here. */
    public Process process() {
        return process;
    }

    /** Returns its process id. */
    public long pid() {
        return process.pid();
    }

    /** Tells whether it has not ended; a paused one is alive. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Stops it where it is; see {@link ProcessControl#pause}. */
    public void pause() {
        ProcessControl.pause(pid());
    }

    /** Lets it go on; see {@link ProcessControl#resume}. */
    public void resume() {
        ProcessControl.resume(pid());
    }

    /** Asks it to end; see {@link ProcessControl#terminate}. Does nothing when it has ended. */
    public void terminate() {
        if (isAlive()) {
            ProcessControl.terminate(pid());
        }
    }

    /** Ends it at once, paused or not. Does nothing when it has ended. */
    public void kill() {
        process.destroyForcibly();
    }

    /**
     * Waits for its end.
     *
     * @return the exit code; 128 and the signal's number when a signal ended it
     * @throws TimeoutException if it still runs after {@code timeout}
     * @throws InterruptedException if the caller is interrupted
     */
    public int awaitExit(Duration timeout) throws InterruptedException, TimeoutException {
        if (!process.waitFor(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
            throw ProcessControl.stillRunning(pid(), timeout);
        }
        return process.exitValue();
    }

    /** Kills it and waits until it has gone. Idempotent. */
    @Override
    public void close() {
        kill();
        try {
            awaitExit(CLOSE_TIMEOUT);
        } catch (TimeoutException e) {
            throw new IllegalStateException("Process " + pid() + " survived SIGKILL", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
