/**
 * Seeded random workloads: clients in several JVMs, each with several threads, use locks in all ways while faults are
 * injected; everything is recorded and checked afterwards. Nothing here depends on a test framework or on a back end.
 */
@org.jspecify.annotations.NullMarked
package io.lockspi.tck.workload;
