/**
 * The kit: decides whether a lock back end keeps the promises of {@code docs/lock-spec.md}.
 *
 * <p>A test of one's own back end is three lines that extend {@link io.lockspi.tck.LockTck}; a program calls
 * {@link io.lockspi.tck.Tck#run}.
 */
@org.jspecify.annotations.NullMarked
package io.lockspi.tck;
