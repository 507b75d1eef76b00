package io.lockspi.lab.compare;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What must come out, by issue and specification; everything else is measured and not judged. Without state. */
final class Expectations {
    /** No server is harmed, so no topology has an excuse. */
    private static final Set<Fault> WITHOUT_EXCUSE =
            EnumSet.of(Fault.NONE, Fault.HOLDER_KILLED, Fault.HOLDER_PAUSED, Fault.HOLDER_CUT, Fault.MINORITY_KILLED);

    private static final Set<Topology> NEED_A_MAJORITY =
            EnumSet.of(Topology.REPLICAS_MAJORITY, Topology.REPLICAS_SAFE, Topology.REDLOCK_5, Topology.ZOOKEEPER_3);

    private Expectations() {}

    /** Whether two valid holders at once are the point of the experiment. */
    static boolean isKnownHole(Topology topology, Fault fault) {
        return (topology == Topology.REPLICAS_ASYNC && fault == Fault.PRIMARY_KILLED)
                || (topology == Topology.REDLOCK_5_SERVE && fault == Fault.NODE_EMPTIED);
    }

    /** Whether two valid holders at once must never be. */
    static boolean excludesTwoHolders(Topology topology, Fault fault) {
        return switch (topology) {
            case REDLOCK_5, ZOOKEEPER_3 -> true;
            // A claim that the master has forgotten by a wrong clock is outside of what any setting promises.
            case REPLICAS_SAFE -> fault != Fault.CLOCK_MOVED;
            default -> WITHOUT_EXCUSE.contains(fault);
        };
    }

    /** What is not as it must be, one sentence each. */
    static List<String> unmet(Topology topology, Fault fault, List<RunFigures> runs) {
        List<String> unmet = new ArrayList<>();
        long v1 = runs.stream().mapToLong(RunFigures::v1).sum();
        if (isKnownHole(topology, fault)) {
            long without = runs.stream().filter(run -> run.v1() == 0).count();
            check(unmet, without == 0, "the known hole was not shown in %d of %d runs", without, runs.size());
        } else if (excludesTwoHolders(topology, fault)) {
            check(unmet, v1 == 0, "two valid holders at once (V1), %d times", v1);
        }
        long stale = runs.stream().mapToLong(RunFigures::staleWritesAccepted).sum();
        check(unmet, stale == 0, "the guarded resource accepted stale writes, %d times", stale);
        long regressions = runs.stream().mapToLong(RunFigures::tokenRegressions).sum();
        check(unmet, regressions == 0, "fencing tokens did not rise, %d times", regressions);
        long stuck = runs.stream().filter(run -> !run.allWentOn()).count();
        check(
                unmet,
                stuck == 0,
                "not all clients got the lock again after the fault, in %d of %d runs",
                stuck,
                runs.size());
        if (fault == Fault.MAJORITY_KILLED && NEED_A_MAJORITY.contains(topology)) {
            long grants = runs.stream()
                    .map(RunFigures::grantsWhileLost)
                    .mapToLong(count -> count == null ? 1 : count)
                    .sum();
            check(unmet, grants == 0, "locks were granted without a majority, %d times", grants);
        }
        if (fault == Fault.NONE) {
            long disturbed = runs.stream()
                    .filter(run -> run.holderToldMs() != null || run.v2() > 0)
                    .count();
            check(
                    unmet,
                    disturbed == 0,
                    "the lock was lost or held twice though nothing was done, in %d of %d runs",
                    disturbed,
                    runs.size());
        }
        if (fault == Fault.MINORITY_KILLED) {
            long outage = Play.OUTAGE.toMillis();
            long stopped = runs.stream()
                    .filter(run -> run.lockoutMs() == null || run.lockoutMs() >= outage)
                    .count();
            check(
                    unmet,
                    stopped == 0,
                    "nobody could lock while a minority was down, in %d of %d runs",
                    stopped,
                    runs.size());
        }
        if (fault == Fault.HOLDER_PAUSED || fault == Fault.HOLDER_CUT) {
            long harmless = runs.stream()
                    .filter(run -> run.holderToldMs() == null || run.staleWritesRefused() == 0)
                    .count();
            check(
                    unmet,
                    harmless == 0,
                    "the holder did not lose its lock or was not refused, in %d of %d runs",
                    harmless,
                    runs.size());
        }
        return unmet;
    }

    private static void check(List<String> unmet, boolean holds, String complaint, Object... figures) {
        if (!holds) {
            unmet.add(String.format(Locale.ROOT, complaint, figures));
        }
    }
}
