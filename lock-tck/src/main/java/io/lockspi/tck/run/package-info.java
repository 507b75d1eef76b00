/** Runs the rules: side by side, each within a time limit, and none forgotten. */
@org.jspecify.annotations.NullMarked
package io.lockspi.tck.run;
