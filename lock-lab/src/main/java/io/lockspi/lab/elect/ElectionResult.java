package io.lockspi.lab.elect;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What a run came to. Immutable.
 *
 * @param backend the back end's name
 * @param plan what was to happen
 * @param reigns all terms, by number
 * @param kept over how many renewals the first leader stayed, 0 if it was replaced
 * @param handOvers how long they took
 */
public record ElectionResult(String backend, ElectionPlan plan, List<Reign> reigns, int kept, HandOvers handOvers) {

    int overlaps() {
        return Terms.overlaps(reigns);
    }

    Duration leaderless() {
        return Terms.leaderless(reigns);
    }

    /**
     * What is not as it must be.
     *
     * @return sentences; empty if all is well
     */
    public List<String> complaints() {
        List<String> complaints = new ArrayList<>();
        if (overlaps() > 0) {
            complaints.add(
                    "with " + backend + " a term had not ended when a higher one began, " + overlaps() + " times");
        }
        if (kept < plan.renewals()) {
            complaints.add("with " + backend + " the first leader was replaced though it was alive and able");
        }
        return complaints;
    }
}
