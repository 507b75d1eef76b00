package io.lockspi.tck;

/**
 * What became of one rule in one run. Immutable.
 *
 * @param rule the rule
 * @param state its state
 * @param seconds how long it ran, in seconds; 0 if it did not
 * @param message why it is not {@link RuleState#PASS}; begins with the rule's id; empty if it passed
 */
public record RuleResult(RuleInfo rule, RuleState state, double seconds, String message) {}
