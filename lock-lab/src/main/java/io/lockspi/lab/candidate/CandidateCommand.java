package io.lockspi.lab.candidate;

/** What the lab can tell a candidate, one word a line. */
public enum CandidateCommand {
    /** Take part. */
    JOIN,
    /** Hand over, and wait again. */
    RESIGN,
    /** Close the lock service and end. */
    CLOSE
}
