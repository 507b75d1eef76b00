/** Tests by simulation and with real servers. */
@org.jspecify.annotations.NullMarked
package io.lockspi.redlock;
