/** The ticket office, seen from the lab's JVM: runs, disturbances, results and their report. */
@org.jspecify.annotations.NullMarked
package io.lockspi.lab.tickets;
