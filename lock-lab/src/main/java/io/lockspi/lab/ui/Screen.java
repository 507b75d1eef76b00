package io.lockspi.lab.ui;

import java.io.PrintWriter;

/** Where the lab writes to, and what fits there. Immutable. */
public final class Screen {
    /**
     * Set by the script {@code lab}, which asks the shell: {@code System.console()} answers differently from one JDK to
     * the next.
     */
    public static final String COLUMNS_PROPERTY = "lockspi.lab.columns";

    private static final int NOT_A_TERMINAL = 0;

    private final PrintWriter out;
    private final int columns;

    private Screen(PrintWriter out, int columns) {
        this.out = out;
        this.columns = columns;
    }

    /**
     * The process's own screen.
     *
     * @param out for results and remarks
     * @return on a terminal if the system property {@value #COLUMNS_PROPERTY} tells its width
     */
    public static Screen of(PrintWriter out) {
        return new Screen(out, Integer.getInteger(COLUMNS_PROPERTY, NOT_A_TERMINAL));
    }

    /** The terminal's width. */
    int columns() {
        return columns;
    }

    /** Writes text at once, without ending the line. */
    void print(String text) {
        out.print(text);
        out.flush();
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
        return isTerminal() ? new BarProgress(title, unit, total, this) : new LineProgress(title, unit, total, this);
    }

    /**
     * Whether a person watches, so that a bar can be redrawn.
     *
     * @return false if input or output is a file or a pipe
     */
    public boolean isTerminal() {
        return columns > NOT_A_TERMINAL;
    }
}
