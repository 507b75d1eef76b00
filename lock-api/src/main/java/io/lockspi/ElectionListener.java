package io.lockspi;

/**
 * Told of the terms of one candidate, by turns: elected, deposed, elected. What it is told may be out of date when it
 * comes, so {@link Leadership#isCurrent()} is asked before work begins. May block, throw, and call the election.
 */
@FunctionalInterface
public interface ElectionListener {

    /**
     * The candidate leads.
     *
     * @param leadership its term
     */
    void elected(Leadership leadership);

    /**
     * The candidate leads no more. Told once for each term, after {@link #elected}.
     *
     * @param deposition which term ended, and why
     */
    default void deposed(Deposition deposition) {}
}
