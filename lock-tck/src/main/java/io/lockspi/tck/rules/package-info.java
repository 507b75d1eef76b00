/** The rules, one class for each field of the specification. Each method is one rule; its annotation is the promise. */
@org.jspecify.annotations.NullMarked
package io.lockspi.tck.rules;
