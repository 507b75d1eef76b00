/** Random workloads on good and on broken locks. */
@org.jspecify.annotations.NullMarked
package io.lockspi.tck.workload;
