package io.lockspi.lab.elect;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All terms of one run, as the candidates report them. Thread-safe. */
final class Terms {
    private final TreeMap<Long, Reign> reigns = new TreeMap<>();
    private @Nullable String failure;

    /** Notes that a candidate leads a term at a time. A term of two candidates counts as an overlap with itself. */
    synchronized void leads(int candidate, long term, long nanos) {
        Reign known = reigns.get(term);
        if (known == null) {
            reigns.put(term, new Reign(term, candidate, nanos, nanos));
            notifyAll();
        } else if (known.candidate() == candidate) {
            reigns.put(term, known.seenAt(nanos));
        } else {
            fail("candidates " + known.candidate() + " and " + candidate + " both lead in term " + term);
        }
    }

    /** Ends all waiting: the run cannot go on. */
    synchronized void fail(String reason) {
        failure = failure == null ? reason : failure;
        notifyAll();
    }

    /** Waits for a term after another one. */
    synchronized Reign awaitAfter(long term, Duration limit, String what) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (failure == null) {
            var next = reigns.higherEntry(term);
            if (next != null) {
                return next.getValue();
            }
            long left = (deadline - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                fail(what + ", and nobody has led since for " + limit.toMillis() + " ms");
            } else {
                wait(left);
            }
        }
        throw new ElectionFailedException(failure);
    }

    /** All terms so far, by number. */
    synchronized List<Reign> all() {
        return new ArrayList<>(reigns.values());
    }

    /** How often a term had not ended when a higher one began, or began before a lower one. */
    static int overlaps(List<Reign> byTerm) {
        int overlaps = 0;
        for (int i = 0; i + 1 < byTerm.size(); i++) {
            overlaps += byTerm.get(i).overlaps(byTerm.get(i + 1)) ? 1 : 0;
        }
        return overlaps;
    }

    /** The time between terms, added up. */
    static Duration leaderless(List<Reign> byTerm) {
        List<Reign> byTime = new ArrayList<>(byTerm);
        byTime.sort(Comparator.comparingLong(Reign::firstNanos));
        long nanos = 0;
        for (int i = 0; i + 1 < byTime.size(); i++) {
            nanos += Math.max(0, byTime.get(i + 1).firstNanos() - byTime.get(i).lastNanos());
        }
        return Duration.ofNanos(nanos);
    }
}
