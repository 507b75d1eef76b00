/** {@code lab elect}: five candidates, and a leader that resigns, stands still, closes and is killed. */
@org.jspecify.annotations.NullMarked
package io.lockspi.lab.elect;
