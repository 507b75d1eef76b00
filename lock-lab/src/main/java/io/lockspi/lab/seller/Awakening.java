package io.lockspi.lab.seller;

/**
 * What a seller met that went on after a stop inside a section. Immutable.
 *
 * @param heldAtFirst what its first question, {@code isHeldByCurrentThread()}, was answered
 * @param writeRefused whether the stock refused its write
 * @param unlockOutcome the class of what {@code unlock()} threw, {@code none} if it returned
 */
public record Awakening(boolean heldAtFirst, boolean writeRefused, String unlockOutcome) {}
