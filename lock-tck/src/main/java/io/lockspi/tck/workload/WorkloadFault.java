package io.lockspi.tck.workload;

import java.time.Duration;

/**
 * One line of a fault schedule. Immutable.
 *
 * @param at when, from the beginning of the workload
 * @param name what it does, for people
 * @param action what it does
 */
record WorkloadFault(Duration at, String name, Workload.FaultAction action) {}
