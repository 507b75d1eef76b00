/** Good and bad histories. */
@org.jspecify.annotations.NullMarked
package io.lockspi.tck.history;
