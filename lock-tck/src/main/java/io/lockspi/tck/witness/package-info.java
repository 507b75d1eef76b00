/**
 * A server in the test's JVM that alone orders what clients in other JVMs do inside of their sections, and a resource that
 * refuses stale tokens. Nothing here depends on a test framework or on a back end.
 */
@org.jspecify.annotations.NullMarked
package io.lockspi.tck.witness;
