/** The witness and its registers. */
@org.jspecify.annotations.NullMarked
package io.lockspi.tck.witness;
