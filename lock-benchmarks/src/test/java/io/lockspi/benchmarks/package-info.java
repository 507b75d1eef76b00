/** Benchmarks of the engine alone: the store is this JVM's memory, so what is measured is what the engine adds to any. */
@org.jspecify.annotations.NullMarked
package io.lockspi.benchmarks;
