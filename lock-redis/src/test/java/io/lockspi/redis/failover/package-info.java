/** The model of a master with two replicas that fails over, and what it proves of re-assertion and {@code failover=safe}. */
@NullMarked
package io.lockspi.redis.failover;

import org.jspecify.annotations.NullMarked;
