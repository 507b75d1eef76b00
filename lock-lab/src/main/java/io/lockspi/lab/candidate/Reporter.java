package io.lockspi.lab.candidate;

import io.lockspi.Deposition;
import io.lockspi.ElectionListener;
import io.lockspi.LeaderElection;
import io.lockspi.Leadership;
import java.io.PrintStream;

/**
 * Tells the lab what a candidate believes. Times are of the machine's monotonic clock, which is one for all its processes,
 * and are read before the candidate is asked: it leads at that instant or later, never only before.
 */
final class Reporter implements ElectionListener {
    private final PrintStream out;

    Reporter(PrintStream out) {
        this.out = out;
    }

    void say(String line) {
        synchronized (out) {
            out.println(line);
            out.flush();
        }
    }

    /** Says a word with the time. */
    void now(String word) {
        say(word + " " + System.nanoTime());
    }

    /** Says that the candidate leads, if it does. */
    void leads(LeaderElection election) {
        long before = System.nanoTime();
        election.leadership().ifPresent(term -> leads(term, before));
    }

    private void leads(Leadership term, long before) {
        if (term.isCurrent()) {
            say("LEADS " + term.term() + " " + before);
        }
    }

    @Override
    public void elected(Leadership leadership) {
        leads(leadership, System.nanoTime());
    }

    @Override
    public void deposed(Deposition deposition) {
        say("DEPOSED " + deposition.term() + " " + deposition.reason());
    }
}
