/** Locks on a ZooKeeper ensemble, through Apache Curator. */
@org.jspecify.annotations.NullMarked
package io.lockspi.zookeeper;
