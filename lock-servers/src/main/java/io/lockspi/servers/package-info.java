/**
 * Real servers for tests and the lab, on 127.0.0.1, which never outlive the JVM that started them.
 *
 * <p>Begin with {@link io.lockspi.servers.RedisServer#start()} or
 * {@link io.lockspi.servers.ZooKeeperEnsemble#start(int)}.
 */
@org.jspecify.annotations.NullMarked
package io.lockspi.servers;
