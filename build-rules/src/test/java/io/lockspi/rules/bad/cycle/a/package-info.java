/** Breaks a rule on purpose. */
@org.jspecify.annotations.NullMarked
package io.lockspi.rules.bad.cycle.a;
