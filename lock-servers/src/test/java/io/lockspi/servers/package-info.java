/** Tests with real servers. */
@org.jspecify.annotations.NullMarked
package io.lockspi.servers;
