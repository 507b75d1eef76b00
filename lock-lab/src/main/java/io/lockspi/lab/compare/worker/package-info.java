/** A client's JVM of {@code lab compare}: takes a lock in turns with others, and writes down what happened. */
@org.jspecify.annotations.NullMarked
package io.lockspi.lab.compare.worker;
