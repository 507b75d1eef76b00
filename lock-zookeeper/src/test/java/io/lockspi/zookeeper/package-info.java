@org.jspecify.annotations.NullMarked
package io.lockspi.zookeeper;
