package io.lockspi.tck.rules;

import io.lockspi.LeaderElection;
import io.lockspi.Leadership;
import io.lockspi.tck.LockClient;
import io.lockspi.tck.bench.Bench;
import io.lockspi.tck.bench.Check;
import io.lockspi.tck.bench.Stopwatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What rules about elections look at. */
final class Polls {
    private Polls() {}

    /** Candidates of one election, each of a client of its own. */
    static List<LeaderElection> candidates(Bench bench, String name, int count) {
        List<LeaderElection> candidates = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            candidates.add(bench.candidate(bench.open(), name));
        }
        return candidates;
    }

    /** A candidate of a client that has to renew soon, and that leads. */
    static LeaderElection leading(Bench bench, LockClient client, String name) throws Exception {
        LeaderElection candidate = bench.candidate(client, name);
        term(candidate, bench.timing().prompt(), "as the only candidate");
        return candidate;
    }

    /** Demands that a candidate leads soon, and tells its term. */
    static Leadership term(LeaderElection candidate, Duration limit, String when) throws Exception {
        Optional<Leadership> elected = candidate.awaitLeadership(limit);
        Check.that(elected.isPresent(), "a candidate did not lead within " + Check.millis(limit) + " " + when);
        return elected.orElseThrow();
    }

    /** Demands that one of them leads soon, and never two. */
    static LeaderElection soleLeader(Bench bench, List<LeaderElection> candidates, Duration limit, String when)
            throws Exception {
        Stopwatch watch = bench.stopwatch();
        LeaderElection found = leader(candidates);
        while (found == null) {
            watch.atMost(limit, "the time without any leader " + when);
            bench.pause(Duration.ofMillis(2));
            found = leader(candidates);
        }
        return found;
    }

    /** Demands for a while that never two of them lead. */
    static void neverTwo(Bench bench, List<LeaderElection> candidates, Duration time) throws Exception {
        Stopwatch watch = bench.stopwatch();
        while (watch.elapsed().compareTo(time) < 0) {
            leader(candidates);
            bench.pause(Duration.ofMillis(2));
        }
    }

    /** Who leads. A term that is current both before and after another was seen leading overlaps it. */
    private static @Nullable LeaderElection leader(List<LeaderElection> candidates) {
        LeaderElection leader = null;
        Leadership first = null;
        for (LeaderElection candidate : candidates) {
            Optional<Leadership> term = candidate.leadership();
            if (term.isPresent() && first != null && first.isCurrent()) {
                throw new io.lockspi.tck.bench.RuleBroken("two candidates lead at the same time, in the terms "
                        + first.term() + " and " + term.get().term());
            }
            if (term.isPresent()) {
                leader = candidate;
                first = term.get();
            }
        }
        return leader;
    }
}
