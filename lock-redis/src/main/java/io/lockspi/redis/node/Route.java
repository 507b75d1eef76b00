package io.lockspi.redis.node;

import io.lockspi.LockConfig;

/**
 * A master. Immutable.
 *
 * @param host how it is reached
 * @param replicas how many replicas it has, as far as is known
 */
record Route(LockConfig.Host host, int replicas) {}
