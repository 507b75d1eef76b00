/**
 * Locks in memory, URI {@code local:} or {@code local:NAME}: services of one JVM that open the same name share a store and
 * exclude each other. For unit tests, with {@link io.lockspi.local.ManualTime} as their clock, and as the reference of what
 * a back end does. Does not exclude other processes.
 */
@org.jspecify.annotations.NullMarked
package io.lockspi.local;
