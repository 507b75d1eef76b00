package io.lockspi.tck.workload;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * One process of a workload in a JVM of its own. Says {@code ready}, begins when it hears a line, ends with the next one, and
 * says then what went wrong, and {@code done}. Speaks on a stream of its own, whatever a back end prints.
 */
public final class WorkloadMain {
    private WorkloadMain() {}

    /** Runs one process; started by {@link Workload}. */
    public static void main(String[] arguments) throws Exception {
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (PrintStream answers =
                        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
                ClientProcess process = ClientProcess.open(ClientSettings.decode(arguments))) {
            answers.println("ready");
            commands.readLine();
            process.start();
            commands.readLine();
            for (String problem : process.stop()) {
                answers.println("problem " + problem.replace('\n', ' '));
            }
            process.close();
            answers.println("done");
        }
        // A back end may have left threads that are no daemons; that is for other tests to find.
        Runtime.getRuntime().halt(0);
    }
}
