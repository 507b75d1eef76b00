package io.lockspi.tck;

/** What a whole run says of a subject. */
public enum Verdict {
    /** Every MUST rule ran and was kept, or is about something that the subject refuses. */
    COMPATIBLE(0),
    /** A MUST rule was broken. */
    INCOMPATIBLE(1),
    /** No MUST rule was broken, but some rule did not run. */
    INCOMPLETE(3);

    private final int exitCode;

    Verdict(int exitCode) {
        this.exitCode = exitCode;
    }

    /** The exit code of a program that reports this verdict. */
    public int exitCode() {
        return exitCode;
    }
}
