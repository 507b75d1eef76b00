/** What runs in a seller's own JVM. */
@org.jspecify.annotations.NullMarked
package io.lockspi.lab.seller;
