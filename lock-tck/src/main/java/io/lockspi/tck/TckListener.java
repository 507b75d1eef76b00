package io.lockspi.tck;

/** Follows a run. Called from several threads, one call at a time; what it throws ends the run. */
public interface TckListener {

    /**
     * A rule begins.
     *
     * @param rule which
     */
    default void started(RuleInfo rule) {}

    /**
     * A rule has ended or was left out.
     *
     * @param result what became of it
     * @param done how many rules have ended so far
     * @param total how many rules there are
     */
    default void finished(RuleResult result, int done, int total) {}
}
