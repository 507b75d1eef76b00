package io.lockspi.lab.tickets;

import java.time.Duration;

/**
 * What the ticket office is to do in every run. Immutable.
 *
 * @param processes the number of sellers, each a JVM
 * @param tickets the number of tickets, over all trains
 * @param trains the number of trains, each with a lock of its own
 * @param lease the lease of the locks
 * @param think how long a sale takes between read and write
 * @param killSeller whether one seller is killed while it holds a lock
 * @param pauseSeller whether one seller is stopped for two leases while it holds a lock
 * @param killMinority whether fewer than half of the servers are killed in the middle of the sale
 */
public record Plan(
        int processes,
        int tickets,
        int trains,
        Duration lease,
        Duration think,
        boolean killSeller,
        boolean pauseSeller,
        boolean killMinority) {}
