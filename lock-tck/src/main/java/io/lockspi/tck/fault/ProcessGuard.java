package io.lockspi.tck.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Kills this JVM's children when this JVM is gone, however it went, and removes their directories. Thread-safe.
 *
 * <p>A shell reads from a pipe that only this JVM writes to. The kernel closes the pipe when the JVM ends, also by
 * SIGKILL, and then the shell kills what it was told about, also what is paused. The shell itself ignores Ctrl-C, which
 * reaches every process of a terminal.
 */
final class ProcessGuard {

    private static final String SCRIPT = """
            trap '' INT HUP TERM
            pids=' '
            while read -r what arg; do
              case $what in
                add) pids="$pids$arg " ;;
                end) case $pids in *" $arg "*) pids="${pids%%" $arg "*} ${pids#*" $arg "}" ;; esac ;;
                dir) set -- "$@" "$arg" ;;
              esac
            done
            for pid in $pids; do kill -9 "$pid"; done
            sleep 0.1
            for dir in "$@"; do rm -rf -- "$dir"; done
            """;

    private static final ProcessGuard INSTANCE = new ProcessGuard();

    private final ReentrantLock lock = new ReentrantLock();
    private final Set<Process> children = ConcurrentHashMap.newKeySet();
    private @Nullable Writer shell;

    private ProcessGuard() {
        Thread hook = new Thread(() -> children.forEach(Process::destroyForcibly), "process-guard");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    static ProcessGuard instance() {
        return INSTANCE;
    }

    /** Takes a process under guard until it ends. */
    void add(Process child) {
        children.add(child);
        tell("add " + child.pid());
        var unused = child.onExit().thenRun(() -> forget(child));
    }

    private void forget(Process child) {
        children.remove(child);
        tell("end " + child.pid());
    }

    /** Removes a directory and what is in it when this JVM has ended, if it is still there. */
    void removeAtEnd(Path directory) {
        tell("dir " + directory.toAbsolutePath());
    }

    private void tell(String line) {
        if (!ProcessControl.isSupported()) {
            return;
        }
        lock.lock();
        try {
            Writer pipe = shell != null ? shell : startShell();
            shell = pipe;
            pipe.write(line + "\n");
            pipe.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("The shell that guards child processes could not be told '" + line + "'", e);
        } finally {
            lock.unlock();
        }
    }

    private static Writer startShell() throws IOException {
        return new ProcessBuilder("sh", "-c", SCRIPT, "process-guard")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .outputWriter();
    }
}
