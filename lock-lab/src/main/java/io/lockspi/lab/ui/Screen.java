package io.lockspi.lab.ui;

import java.io.PrintWriter;

/** Where the lab writes to, and what fits there. Immutable. */
public final class Screen {
    /**
     * Set by the script {@code lab}, which asks the shell: {@code System.console()} answers differently from one JDK to
     * the next.
     */
    public static final String TERMINAL_PROPERTY = "lockspi.lab.terminal";

    private final PrintWriter out;
    private final boolean terminal;

    /**
     * A screen.
     *
     * @param out for results and remarks
     * @param terminal whether a person watches, so that a bar can be redrawn
     */
    public Screen(PrintWriter out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /**
     * The process's own screen.
     *
     * @param out for results and remarks
     * @return on a terminal if the system property {@value #TERMINAL_PROPERTY} is {@code true}
     */
    public static Screen of(PrintWriter out) {
        return new Screen(out, Boolean.getBoolean(TERMINAL_PROPERTY));
    }

    /**
     * Writes one line at once.
     *
     * @param line the line
     */
    public void println(String line) {
        out.println(line);
        out.flush();
    }

    /**
     * Starts to show progress.
     *
     * @param title what is being done
     * @param unit what is counted, in the plural
     * @param total how much there is to do
     * @return a bar on a terminal, otherwise now and then a line
     */
    public Progress progress(String title, String unit, int total) {
        return terminal ? new BarProgress(title, unit, total, this) : new LineProgress(title, unit, total, this);
    }

    /**
     * Whether a person watches.
     *
     * @return false if input or output is a file or a pipe
     */
    public boolean isTerminal() {
        return terminal;
    }
}
