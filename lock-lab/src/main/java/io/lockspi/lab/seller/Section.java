package io.lockspi.lab.seller;

/** One way of selling a ticket: with or without a lock. For one thread. */
interface Section {

    /**
     * Tries to sell one ticket.
     *
     * @param train the train's number, from 1
     * @return false if the train is sold out
     */
    boolean sellOne(int train) throws InterruptedException;

    /** How often a lock was lost during a section. */
    int locksLost();
}
