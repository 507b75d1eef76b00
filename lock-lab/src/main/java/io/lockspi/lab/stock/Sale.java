package io.lockspi.lab.stock;

/**
 * One accepted sale. Immutable.
 *
 * @param train the train's number, from 1
 * @param ticket the ticket's number, from 1
 * @param seller the seller's number, from 1
 * @param token the fencing token that the seller showed, 0 if it sold without a lock
 * @param nanos when the stock accepted it, by {@link System#nanoTime()} of the lab's JVM
 */
public record Sale(int train, int ticket, int seller, long token, long nanos) {}
