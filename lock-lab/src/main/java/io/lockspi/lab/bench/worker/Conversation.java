package io.lockspi.lab.bench.worker;

import io.lockspi.lab.ui.ErrorText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** How a worker's JVM speaks with the lab: a command a line, a report a line. For one thread. */
final class Conversation {
    private final BufferedReader commands =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    private final PrintStream reports;

    private Conversation(PrintStream reports) {
        this.reports = reports;
    }

    /** What a worker does. */
    @FunctionalInterface
    interface Work {
        void run(Conversation talk) throws Exception;
    }

    /** Works until there are no more commands, then ends this JVM; also if it fails, which is reported. */
    static void run(Work work) {
        // Reports go to the real standard output; whatever else prints must not mix with them.
        Conversation talk = new Conversation(System.out);
        System.setOut(System.err);
        try {
            work.run(talk);
            System.exit(0);
        } catch (Exception | LinkageError failure) {
            failure.printStackTrace();
            Throwable cause =
                    failure instanceof ExecutionException && failure.getCause() != null ? failure.getCause() : failure;
            talk.say(WorkerMain.FAILED + " " + ErrorText.of(cause));
            System.exit(1);
        }
    }

    /** The next command; {@code null} if there are no more. */
    @Nullable
    String next() throws IOException {
        return commands.readLine();
    }

    /** The argument of the next command, which must be this one. */
    String argument(String command) throws IOException {
        return argument(next(), command);
    }

    /** The argument of a command, which must be this one. */
    static String argument(@Nullable String line, String command) {
        if (line == null || !line.startsWith(command + " ")) {
            throw new IllegalArgumentException("expected the command " + command + ", not: " + line);
        }
        return line.substring(command.length() + 1);
    }

    void say(String line) {
        reports.println(line);
        reports.flush();
    }
}
