package io.lockspi.lab.elect;

import java.time.Duration;

/**
 * What shall happen. Immutable.
 *
 * @param candidates how many JVMs take part; two of them do not come back
 * @param lease the lease of the terms
 * @param renewals over how many renewals the first leader must stay
 * @param resignations how often a leader resigns
 */
public record ElectionPlan(int candidates, Duration lease, int renewals, int resignations) {

    /** The time from one renewal to the next. */
    Duration period() {
        return lease.dividedBy(3);
    }
}
