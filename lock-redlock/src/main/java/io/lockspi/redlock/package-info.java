/**
 * A majority of several independent Redis servers keeps the lock. Applications need the URI only, and
 * {@link io.lockspi.redlock.RedlockStatistics} if they are curious.
 */
@org.jspecify.annotations.NullMarked
package io.lockspi.redlock;
