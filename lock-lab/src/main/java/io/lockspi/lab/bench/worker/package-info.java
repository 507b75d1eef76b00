/** What runs in the benchmark's child JVMs: threads that lock and unlock, and the witness that watches them. */
@org.jspecify.annotations.NullMarked
package io.lockspi.lab.bench.worker;
