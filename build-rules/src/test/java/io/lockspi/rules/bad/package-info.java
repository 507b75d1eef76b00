/** Classes that break the rules on purpose. */
@org.jspecify.annotations.NullMarked
package io.lockspi.rules.bad;
