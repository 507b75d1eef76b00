/** Tests of the node client. */
@org.jspecify.annotations.NullMarked
package io.lockspi.redis.node;
