/**
 * The client of one Redis server, shared by the back ends that keep locks there: connections, scripts, messages and the
 * form of what is stored. Not for applications; it may change with every version.
 */
@org.jspecify.annotations.NullMarked
package io.lockspi.redis.node;
