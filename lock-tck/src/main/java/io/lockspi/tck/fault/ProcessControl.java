package io.lockspi.tck.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** Signals to processes of this machine, by process id. Thread-safe. */
public final class ProcessControl {

    private static final Duration SIGNAL_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration STOP_POLL = Duration.ofMillis(1);

    private ProcessControl() {}

    /** Tells whether signals can be sent here: there is a {@code kill} command on POSIX systems only. */
    public static boolean isSupported() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    }

    /**
     * Stops all threads of a process where they are (SIGSTOP). On Linux it has stopped when this returns.
     *
     * @throws UnsupportedOperationException if this system has no signals
     * @throws UncheckedIOException if there is no such process or it is not ours
     */
    public static void pause(long pid) {
        signal("STOP", pid);
        Path status = Path.of("/proc", Long.toString(pid), "stat");
        long deadline = System.nanoTime() + SIGNAL_TIMEOUT.toNanos();
        while (Files.exists(status) && !isStopped(status)) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("Process " + pid + " has not stopped within " + SIGNAL_TIMEOUT);
            }
            LockSupport.parkNanos(STOP_POLL.toNanos());
        }
    }

    /** The state letter follows the command name, which is in parentheses and may contain anything. */
    private static boolean isStopped(Path status) {
        try {
            String text = Files.readString(status, StandardCharsets.ISO_8859_1);
            return "TXZ".indexOf(text.charAt(text.lastIndexOf(')') + 2)) >= 0;
        } catch (IOException e) {
            return true;
        }
    }

    /**
     * Lets a paused process go on (SIGCONT); does nothing to a running one.
     *
     * @throws UnsupportedOperationException if this system has no signals
     * @throws UncheckedIOException if there is no such process or it is not ours
     */
    public static void resume(long pid) {
        signal("CONT", pid);
    }

    /**
     * Ends a process without giving it a chance to do anything (SIGKILL), paused or not.
     *
     * @throws UnsupportedOperationException if this system has no signals
     * @throws UncheckedIOException if there is no such process or it is not ours
     */
    public static void kill(long pid) {
        signal("KILL", pid);
    }

    /**
     * Asks a process to end (SIGTERM). A paused one hears it when it is resumed.
     *
     * @throws UnsupportedOperationException if this system has no signals
     * @throws UncheckedIOException if there is no such process or it is not ours
     */
    public static void terminate(long pid) {
        signal("TERM", pid);
    }

    /**
     * Waits for the end of any process, child or not.
     *
     * @throws TimeoutException if it still runs after {@code timeout}
     * @throws InterruptedException if the caller is interrupted
     */
    public static void awaitExit(ProcessHandle process, Duration timeout)
            throws InterruptedException, TimeoutException {
        try {
            process.onExit().get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw stillRunning(process.pid(), timeout);
        } catch (ExecutionException e) {
            throw new IllegalStateException("The end of process " + process.pid() + " could not be awaited", e);
        }
    }

    static TimeoutException stillRunning(long pid, Duration timeout) {
        return new TimeoutException("Process " + pid + " still runs after " + timeout);
    }

    private static void signal(String name, long pid) {
        if (!isSupported()) {
            throw new UnsupportedOperationException("SIG" + name + " for process " + pid + " needs a POSIX system, and "
                    + System.getProperty("os.name") + " is none");
        }
        try {
            Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                    .redirectErrorStream(true)
                    .start();
            String said = new String(kill.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (kill.waitFor() != 0) {
                throw new IOException(said);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("SIG" + name + " could not be sent to process " + pid, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while sending SIG" + name + " to process " + pid, e);
        }
    }
}
