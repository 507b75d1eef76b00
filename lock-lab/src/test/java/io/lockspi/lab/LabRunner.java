package io.lockspi.lab;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Runs the lab in this JVM, and keeps what it said. */
final class LabRunner {
    private LabRunner() {}

    /** What a command came to. */
    record Outcome(int exitCode, String out, String err) {}

    static Outcome run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode =
                Lab.commandLine(new PrintWriter(out), new PrintWriter(err)).execute(arguments);
        return new Outcome(exitCode, out.toString(), err.toString());
    }
}
