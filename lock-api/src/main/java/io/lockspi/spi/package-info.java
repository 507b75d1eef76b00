/** What authors of back ends implement. Applications have no need of this package. */
@org.jspecify.annotations.NullMarked
package io.lockspi.spi;
