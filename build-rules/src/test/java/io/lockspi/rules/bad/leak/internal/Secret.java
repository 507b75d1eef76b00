package io.lockspi.rules.bad.leak.internal;

/** Not for applications. */
public class Secret extends Exception {
    private static final long serialVersionUID = 1L;

    /** Nothing private. */
    public static final class Open {}
}
