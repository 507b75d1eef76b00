/** One Redis keeps the lock. Applications need {@link io.lockspi.redis.RedisLocks} and {@link io.lockspi.redis.RedisGuard} at most. */
@org.jspecify.annotations.NullMarked
package io.lockspi.redis;
