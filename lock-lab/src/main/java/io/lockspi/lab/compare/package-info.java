/** {@code lab compare}: the same faults on each topology, and what they did to a lock. */
@org.jspecify.annotations.NullMarked
package io.lockspi.lab.compare;
