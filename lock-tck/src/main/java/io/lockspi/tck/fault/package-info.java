/**
 * Faults under test control: a TCP proxy that delays, holds, loses, duplicates and cuts, and control over processes.
 *
 * <p>Nothing here depends on a test framework or on a back end.
 */
@org.jspecify.annotations.NullMarked
package io.lockspi.tck.fault;
