/** A JVM of the kit's that holds locks, to be killed, paused and asked. */
@org.jspecify.annotations.NullMarked
package io.lockspi.tck.holder;
