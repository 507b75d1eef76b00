/** The kit's test of itself: a reference that passes, and broken back ends that must not. */
@org.jspecify.annotations.NullMarked
package io.lockspi.tck.selftest;
