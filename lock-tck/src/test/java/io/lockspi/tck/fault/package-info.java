/** Tests of the faults. */
@org.jspecify.annotations.NullMarked
package io.lockspi.tck.fault;
