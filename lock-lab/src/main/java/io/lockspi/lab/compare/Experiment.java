package io.lockspi.lab.compare;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one fault did to the lock on one topology, over all runs. Immutable.
 *
 * @param topology which servers, with which settings
 * @param fault what was done
 * @param runs how many runs were made; 0 if {@code notRun} has a reason, and then no figure means anything
 * @param sections how many sections were entered, over all runs
 * @param v1 how often two clients were inside at once and the deadlines of both were ahead
 * @param v2 how often two were inside at once and the deadline of one had passed (a zombie)
 * @param longestOverlapMs the longest time of two clients inside at once, of all runs, in milliseconds; 0 if there was none
 * @param staleWritesAccepted writes that the guarded resource <em>accepted</em> after it had seen a newer token; must be 0
 * @param staleWritesRefused writes, and tokens shown before a write, that the guarded resource refused because it had seen a
 *     newer token
 * @param holderToldMs from the fault until the holder knew that its claim is over, in milliseconds, the median of the runs
 *     in which it lost it; null if it was told of no loss, or was killed
 * @param lockoutMs the longest time in which nobody could get a lock because of the fault, in milliseconds, the median of
 *     the runs; null if it was not measured
 * @param unknown acquires and releases that ended without the client knowing what became of them
 * @param tokenRegressions fencing tokens that did not rise, over all runs; must be 0
 * @param grantsWhileLost sections that began while a majority of the servers was down; null if none was taken down
 * @param notRun why it was not run, in one sentence; null if it was
 * @param lease the lease of the clients
 * @param unmet what must hold here and did not, one sentence each; empty if all is as it must be
 * @param notes what a reader must know of the figures, one sentence each
 * @param command repeats this experiment
 * @param picture the last run; null if there was none
 */
public record Experiment(
        Topology topology,
        Fault fault,
        int runs,
        long sections,
        long v1,
        long v2,
        double longestOverlapMs,
        long staleWritesAccepted,
        long staleWritesRefused,
        @Nullable Double holderToldMs,
        @Nullable Double lockoutMs,
        long unknown,
        long tokenRegressions,
        @Nullable Long grantsWhileLost,
        @Nullable String notRun,
        Duration lease,
        List<String> unmet,
        List<String> notes,
        String command,
        @Nullable RunPicture picture) {

    /** Copies the lists. */
    public Experiment {
        unmet = List.copyOf(unmet);
        notes = List.copyOf(notes);
    }

    /** Whether it was measured. */
    public boolean isMeasured() {
        return notRun == null;
    }

    /** Whether it was measured and everything was as it must be. */
    public boolean isMet() {
        return isMeasured() && unmet.isEmpty();
    }

    /** How often two clients were inside at once, whether both were valid or not. */
    public long doubleHolds() {
        return v1 + v2;
    }

    /** One that was not run, for a reason. */
    public static Experiment notRun(Topology topology, Fault fault, Duration lease, String reason, String command) {
        return new Experiment(
                topology, fault, 0, 0, 0, 0, 0, 0, 0, null, null, 0, 0, null, reason, lease, List.of(), List.of(),
                command, null);
    }
}
