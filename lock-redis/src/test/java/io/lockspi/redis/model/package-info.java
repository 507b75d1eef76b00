/**
 * An explicit-state model of the lock's scripts, of the clients that send them and of the network between. It knows no Redis;
 * the tests beside it walk through all its states, and a test of the module compares it with the real scripts.
 */
@org.jspecify.annotations.NullMarked
package io.lockspi.redis.model;
